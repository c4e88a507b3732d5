package io.github.foggara.testkit.shuffle;

import io.github.foggara.testkit.runtime.SimulatedRuntime;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * What a {@code ShuffleService} promises between tasks of one container in any schedule. Apart from {@link ShuffleServiceContract}, because a
 * simulation has no sockets: an exchange between containers is not run by it.
 */
public abstract class ShuffleScheduleContract extends ShuffleFixture {
    @Test
    @Timeout(RaceContract.THREAD_SECONDS)
    void nothingIsLostOrDoubledInAnySchedule() {
        SimulatedRuntime.explore(60, runtime -> {
            ExchangeScenario scenario = new ExchangeScenario(this, runtime, runtime.seed());
            scenario.start(2, 2, 400);
            runtime.await("all tasks", scenario::finished);
            scenario.check(() -> {});
        });
    }
}
