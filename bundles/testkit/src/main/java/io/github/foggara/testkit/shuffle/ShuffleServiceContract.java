package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.testkit.runtime.ManualRuntime;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Everything a {@code ShuffleService} promises, but for every schedule ({@link ShuffleScheduleContract}); the parts are in the superclasses,
 * here are those with several threads. A plugin's suite:
 *
 * <pre>{@code
 * class NettyShuffleServiceTest extends ShuffleServiceContract {
 *     protected ShuffleService service() { return new NettyShuffleService(); }
 *     protected Configuration smallLimits() { return new Configuration(Map.of(...)); }
 * }
 * }</pre>
 */
public abstract class ShuffleServiceContract extends RaceContract {
    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        List<String> keys = new ArrayList<>();
        for (Option<?> option : service().options().options()) {
            keys.add(option.key());
            assertThat(option.description()).as(option.key()).isNotBlank();
            assertAccepted(option);
        }
        assertThat(keys).doesNotHaveDuplicates();
        assertThat(service().capabilities()).isNotNull();
    }

    private static <T> void assertAccepted(Option<T> option) {
        assertThat(option.fallback() == null || option.accepts().test(option.fallback()))
                .as(option.key())
                .isTrue();
    }

    @Test
    @Timeout(THREAD_SECONDS)
    void nothingIsLostOrDoubledBetweenThreads() {
        SimulatedRuntime.seeds(6).forEach(seed -> {
            EngineRuntime runtime = new ManualRuntime();
            ExchangeScenario scenario = new ExchangeScenario(this, runtime, seed);
            List<Thread> threads = scenario.start(3, 3, 20_000);
            threads.forEach(RaceContract::join);
            scenario.check(() -> scenario.awaitNothingBuffered(THREAD_SECONDS));
        });
    }
}
