package io.github.foggara.shuffle.local;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.testkit.shuffle.ShuffleScheduleContract;
import java.util.Map;

class LocalShuffleScheduleTest extends ShuffleScheduleContract {
    @Override
    protected ShuffleService service() {
        return new LocalShuffleService();
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(Map.of(
                "shuffle.local.batch-records", "32",
                "shuffle.local.batch-size", "4 kb",
                "shuffle.local.queue-batches", "4",
                "shuffle.local.floating-memory", "64 kb",
                "shuffle.local.overshoot-limit", "8 kb"));
    }
}
