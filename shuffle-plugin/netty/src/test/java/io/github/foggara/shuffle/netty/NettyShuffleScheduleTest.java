package io.github.foggara.shuffle.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.testkit.shuffle.ShuffleScheduleContract;

class NettyShuffleScheduleTest extends ShuffleScheduleContract {
    @Override
    protected ShuffleService service() {
        return new NettyShuffleService();
    }

    @Override
    protected Configuration smallLimits() {
        return Pair.SMALL;
    }
}
