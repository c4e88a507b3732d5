package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.Answers.millis;
import static io.github.foggara.recovery.failover.Answers.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.testkit.failover.RestartBackoffContract;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FixedDelayBackoffStrategyTest extends RestartBackoffContract {
    @Override
    protected RestartBackoffStrategy strategy() {
        return new FixedDelayBackoffStrategy();
    }

    @Override
    protected Configuration configuration() {
        return new Configuration(Map.of("restart-strategy.fixed-delay.attempts", "15"));
    }

    @Test
    void byDefaultItRestartsOnceAfterASecond() {
        Questions questions = new Questions();
        assertThat(millis(strategy().decide(questions.ask()))).isEqualTo(1000);
        assertThat(words(strategy().decide(questions.incident(1000).later(5).ask())))
                .isEqualTo("gave up after 1 restart (restart-strategy.fixed-delay.attempts=1)");
    }

    @Test
    void itRestartsSoManyTimesAndNoMore() {
        Questions questions = new Questions().with("fixed-delay.attempts", "3").with("fixed-delay.delay", "250 ms");
        for (int restart = 0; restart < 3; restart++) {
            assertThat(millis(strategy().decide(questions.ask()))).isEqualTo(250);
            questions.incident(250).later(10_000);
        }
        assertThat(words(strategy().decide(questions.ask())))
                .isEqualTo("gave up after 3 restarts (restart-strategy.fixed-delay.attempts=3)");
    }

    @Test
    void timeDoesNotHeal() {
        Questions questions = new Questions().incident(1000).later(365L * 86_400_000);
        assertThat(words(strategy().decide(questions.ask()))).startsWith("gave up after 1 restart ");
    }

    @Test
    void forgottenIncidentsCount() {
        Questions questions = new Questions().forgotten(4_999).incident(0).with("fixed-delay.attempts", "5001");
        assertThat(millis(strategy().decide(questions.ask()))).isEqualTo(1000);
        assertThat(words(strategy().decide(questions.incident(0).ask()))).startsWith("gave up after 5001 restarts ");
    }

    @Test
    void aLimitThatWasLoweredIsInForceAtTheNextFailure() {
        Questions questions =
                new Questions().incident(0).incident(0).incident(0).with("fixed-delay.attempts", "2");
        assertThat(words(strategy().decide(questions.ask())))
                .isEqualTo("gave up after 3 restarts (restart-strategy.fixed-delay.attempts=2)");
    }

    @Test
    void noDelayIsADelay() {
        assertThat(millis(strategy()
                        .decide(new Questions()
                                .with("fixed-delay.delay", "0 ms")
                                .ask())))
                .isZero();
    }

    @Test
    void aValueOutsideItsRangeIsRefused() {
        for (String text : new String[] {"0", "-1", "2147483648", "many"}) {
            assertThatThrownBy(() -> strategy()
                            .decide(new Questions()
                                    .with("fixed-delay.attempts", text)
                                    .ask()))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("restart-strategy.fixed-delay.attempts")
                    .hasMessageContaining("from 1 to 2147483647")
                    .hasMessageContaining("'" + text + "'");
        }
        assertThatThrownBy(() -> strategy()
                        .decide(new Questions()
                                .with("fixed-delay.delay", "25 h")
                                .ask()))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("from 0 ms to 1 d");
    }
}
