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

class FailureRateBackoffStrategyTest extends RestartBackoffContract {
    private static final long MINUTE = 60_000;

    @Override
    protected RestartBackoffStrategy strategy() {
        return new FailureRateBackoffStrategy();
    }

    @Override
    protected Configuration configuration() {
        return new Configuration(Map.of("restart-strategy.failure-rate.max-failures-per-interval", "3"));
    }

    @Test
    void byDefaultTheSecondFailureWithinAMinuteIsTooMuch() {
        assertThat(millis(strategy().decide(new Questions().ask()))).isEqualTo(1000);
        assertThat(words(strategy()
                        .decide(new Questions().incident(1000).later(MINUTE).ask())))
                .isEqualTo("gave up after 2 failures within 1 min"
                        + " (restart-strategy.failure-rate.max-failures-per-interval=1,"
                        + " restart-strategy.failure-rate.failure-rate-interval=1 min)");
        assertThat(millis(strategy()
                        .decide(new Questions().incident(1000).later(MINUTE + 1).ask())))
                .isEqualTo(1000);
    }

    @Test
    void rareFailuresGoOnForEver() {
        Questions questions = new Questions()
                .with("failure-rate.max-failures-per-interval", "2")
                .with("failure-rate.failure-rate-interval", "10 s")
                .with("failure-rate.delay", "7 ms");
        for (int failure = 0; failure < 1000; failure++) {
            assertThat(millis(strategy().decide(questions.ask()))).isEqualTo(7);
            questions.incident(7).later(5001);
        }
        assertThat(words(strategy().decide(questions.later(-2).ask())))
                .as("two within 10,000 ms before this one")
                .startsWith("gave up after 3 failures within 10 s ");
    }

    @Test
    void onlyTheWindowCounts() {
        Questions questions = new Questions().with("failure-rate.max-failures-per-interval", "4");
        questions.incident(0).incident(0).incident(0).later(2 * MINUTE);
        questions.incident(0).later(1000).incident(0).later(1000).incident(0).later(1000);
        assertThat(millis(strategy().decide(questions.ask()))).as("the fourth").isEqualTo(1000);
        assertThat(words(strategy().decide(questions.incident(0).later(1).ask())))
                .startsWith("gave up after 5 failures within 1 min ");
    }

    @Test
    void aClockThatIsSetBackCountsNoTime() {
        Questions questions = new Questions().incident(0).later(-3_600_000);
        assertThat(words(strategy().decide(questions.ask()))).startsWith("gave up after 2 failures ");
    }

    @Test
    void timeThatPassesAfterAClockWasSetBackCounts() {
        Questions questions = new Questions()
                .with("failure-rate.max-failures-per-interval", "2")
                .incident(0)
                .later(-3_600_000)
                .incident(0)
                .later(MINUTE + 1);
        assertThat(millis(strategy().decide(questions.ask())))
                .as("both are more than a minute ago, though the first is stamped with the future")
                .isEqualTo(1000);
    }

    @Test
    void anEntryStampedWithTheFutureIsAsOldAsWhatPassedSinceIt() {
        Questions questions = new Questions()
                .with("failure-rate.max-failures-per-interval", "3")
                .incident(0)
                .later(50_000)
                .incident(0)
                .later(-3_600_000)
                .incident(0)
                .later(30_000);
        assertThat(millis(strategy().decide(questions.ask())))
                .as("80 s, 30 s and 30 s ago")
                .isEqualTo(1000);
        assertThat(words(strategy().decide(questions.later(-20_000).ask())))
                .as("60 s, 10 s and 10 s ago")
                .startsWith("gave up after 4 failures ");
    }

    @Test
    void theLargestNumberIsWhatAHistoryHolds() {
        Questions questions = new Questions().with("failure-rate.max-failures-per-interval", "1000");
        for (int failure = 0; failure < 999; failure++) {
            questions.incident(0).later(1);
        }
        assertThat(millis(strategy().decide(questions.ask()))).isEqualTo(1000);
        assertThat(words(strategy().decide(questions.incident(0).ask()))).startsWith("gave up after 1001 failures ");
        questions.with("failure-rate.max-failures-per-interval", "1001");
        assertThatThrownBy(() -> strategy().decide(questions.ask()))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("from 1 to 1000");
    }
}
