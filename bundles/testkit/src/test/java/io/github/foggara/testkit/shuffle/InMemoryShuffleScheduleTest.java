package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;

class InMemoryShuffleScheduleTest extends ShuffleScheduleContract {
    @Override
    protected ShuffleService service() {
        return new InMemoryShuffleService();
    }

    @Override
    protected Configuration smallLimits() {
        return Configuration.EMPTY;
    }
}
