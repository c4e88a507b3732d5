package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy.Answer;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.kernel.fixture.Bench;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which back-off strategy is asked when the job names none. */
class RestartDefaultTest {
    private static final String TYPE = "restart-strategy.type";
    private static final Map<String, String> CHECKPOINTS = Map.of("execution.checkpointing.interval", "1 s");

    private final Bench bench = new Bench();

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aJobWithoutCheckpointsEndsAtItsFirstFailure() {
        assertThat(answer(Map.of())).isEqualTo(new Answer.GiveUp("gave up at the first failure (" + TYPE + "=none)"));
    }

    @Test
    void aJobWithCheckpointsGoesOnFromThem() {
        bench.plugins.register(RestartBackoffStrategy.class, "exponential-delay", "test/1", 0, new Patient());
        assertThat(answer(CHECKPOINTS)).isEqualTo(new Answer.Restart(Duration.ofMillis(7)));
    }

    @Test
    void whatIsSetDecidesForBoth() {
        Map<String, String> values = new HashMap<>(CHECKPOINTS);
        values.put(TYPE, "none");
        assertThat(answer(values)).isInstanceOf(Answer.GiveUp.class);
    }

    private Answer answer(Map<String, String> values) {
        return new Strategies("job", bench.plugins)
                .backoff(new RestartBackoffStrategy.Question(List.of(), null, 0, 0, new Configuration(values)));
    }

    private static final class Patient implements RestartBackoffStrategy {
        @Override
        public OptionSet options() {
            return new OptionSet("patient", List.of());
        }

        @Override
        public Answer decide(Question question) {
            return new Answer.Restart(Duration.ofMillis(7));
        }
    }
}
