package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.Answers.words;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.testkit.failover.RestartBackoffContract;
import org.junit.jupiter.api.Test;

class NoRestartStrategyTest extends RestartBackoffContract {
    @Override
    protected RestartBackoffStrategy strategy() {
        return new NoRestartStrategy();
    }

    @Test
    void itGivesUpAtOnce() {
        assertThat(words(strategy().decide(new Questions().ask())))
                .isEqualTo("gave up at the first failure (restart-strategy.type=none)");
    }

    @Test
    void itGivesUpAlsoWhereAnotherStrategyWentOn() {
        assertThat(words(strategy().decide(new Questions().incident(0).later(9).ask())))
                .isEqualTo("gave up after 1 restart (restart-strategy.type=none)");
    }

    @Test
    void anUnrecoverableFailureIsNamedAsSuch() {
        assertThat(words(strategy().decide(new Questions().ask(FailureClass.UNRECOVERABLE))))
                .isEqualTo("gave up at once: task 2.1 failed in a way that a restart cannot help, whatever"
                        + " restart-strategy.type says");
    }
}
