package io.github.foggara.recovery.failover.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;
import io.github.foggara.api.failover.RestartBackoffStrategy.Question;
import io.github.foggara.api.plugin.Configuration;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BackoffComponentTest {
    private static final String DELAY = "restart-strategy.fixed-delay.delay";
    private static final String ATTEMPTS = "restart-strategy.fixed-delay.attempts";

    /** Delay in milliseconds for a first failure. */
    private static long delay(RestartBackoffStrategy strategy, Map<String, String> job) {
        Failure failure = new Failure(Optional.empty(), 0, FailureClass.USER_CODE, 0, Optional.empty(), "it broke");
        Answer answer =
                strategy.decide(new Question(List.of(failure), FailoverHistory.NONE, 0, 0, new Configuration(job)));
        return ((Answer.Restart) answer).delay().toMillis();
    }

    @Test
    void itsConfigurationGivesDefaultsForJobs() {
        FixedDelayComponent component = new FixedDelayComponent(Map.of(DELAY, "3 s", "service.pid", "x"));
        assertThat(delay(component, Map.of())).isEqualTo(3000);
        assertThat(delay(component, Map.of(DELAY, "5 ms"))).isEqualTo(5);
        component.modified(Map.of(DELAY, 250));
        assertThat(delay(component, Map.of()))
                .as("a number in the configuration")
                .isEqualTo(250);
        component.modified(Map.of());
        assertThat(delay(component, Map.of())).as("without a configuration").isEqualTo(1000);
    }

    @Test
    void aBadValueLeavesTheOldOnes() {
        FixedDelayComponent component = new FixedDelayComponent(Map.of(DELAY, "3 s"));
        component.modified(Map.of(DELAY, "4 s", ATTEMPTS, "0"));
        assertThat(delay(component, Map.of())).isEqualTo(3000);
        assertThat(delay(new FixedDelayComponent(Map.of(DELAY, "soon")), Map.of()))
                .isEqualTo(1000);
    }

    @Test
    void eachStrategyReadsItsOwnKeys() {
        Map<String, Object> properties = Map.of(
                DELAY,
                "never",
                "restart-strategy.failure-rate.delay",
                "2 s",
                "restart-strategy.exponential-delay.initial-backoff",
                "3 s",
                "restart-strategy.exponential-delay.jitter-factor",
                "0.0");
        assertThat(delay(new FailureRateComponent(properties), Map.of())).isEqualTo(2000);
        assertThat(delay(new ExponentialDelayComponent(properties), Map.of())).isEqualTo(3000);
    }

    @Test
    void optionsAreThoseOfTheStrategy() {
        assertThat(new NoRestartComponent(Map.of()).options().options()).isEmpty();
        assertThat(new FixedDelayComponent(Map.of()).options().options())
                .extracting(option -> option.key(), option -> option.fallback())
                .containsExactly(tuple(ATTEMPTS, 1), tuple(DELAY, Duration.ofSeconds(1)));
    }
}
