package io.github.foggara.shuffle.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.testkit.shuffle.ShuffleServiceContract;

/** Producers and consumers in one environment. */
class NettyShuffleServiceTest extends ShuffleServiceContract {
    @Override
    protected ShuffleService service() {
        return new NettyShuffleService();
    }

    @Override
    protected Configuration smallLimits() {
        return Pair.SMALL;
    }
}
