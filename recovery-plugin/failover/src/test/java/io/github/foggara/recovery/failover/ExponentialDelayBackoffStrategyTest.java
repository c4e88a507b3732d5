package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.Answers.millis;
import static io.github.foggara.recovery.failover.Answers.words;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.testkit.failover.RestartBackoffContract;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ExponentialDelayBackoffStrategyTest extends RestartBackoffContract {
    private static final long HOUR = 3_600_000;

    @Override
    protected RestartBackoffStrategy strategy() {
        return new ExponentialDelayBackoffStrategy();
    }

    /** Without jitter. */
    private static Questions steady() {
        return new Questions().with("exponential-delay.jitter-factor", "0");
    }

    private long delay(Questions questions) {
        return millis(strategy().decide(questions.ask()));
    }

    /** The job fails again and again, each time so long after its restart. */
    private List<Long> series(Questions questions, int failures, long running) {
        List<Long> delays = new ArrayList<>();
        for (int failure = 0; failure < failures; failure++) {
            long delay = delay(questions);
            delays.add(delay);
            questions.incident(delay).later(delay + running);
        }
        return delays;
    }

    @Test
    void theDelayGrowsUpToAMinuteByDefault() {
        assertThat(series(steady(), 13, 0))
                .containsExactly(
                        1000L, 1500L, 2250L, 3375L, 5063L, 7594L, 11391L, 17086L, 25629L, 38443L, 57665L, 60000L,
                        60000L);
    }

    @Test
    void eachNumberIsAnOption() {
        Questions questions = steady().with("exponential-delay.initial-backoff", "10 ms")
                .with("exponential-delay.max-backoff", "100 ms")
                .with("exponential-delay.backoff-multiplier", "3");
        assertThat(series(questions, 5, 0)).containsExactly(10L, 30L, 90L, 100L, 100L);
        questions.with("exponential-delay.backoff-multiplier", "1");
        assertThat(delay(questions)).as("grown no more, from now on").isEqualTo(10);
    }

    @Test
    void aQuietTimeBeginsAnew() {
        assertThat(series(steady(), 4, HOUR)).containsOnly(1000L);
        assertThat(series(steady(), 4, HOUR - 1)).containsExactly(1000L, 1500L, 2250L, 3375L);
    }

    @Test
    void theQuietTimeBeginsWithTheRestart() {
        Questions questions = steady().with("exponential-delay.reset-backoff-threshold", "10 s")
                .incident(4000);
        assertThat(delay(questions.later(13_999))).isEqualTo(1500);
        assertThat(delay(questions.later(1))).isEqualTo(1000);
    }

    @Test
    void onlyTheLastSeriesCounts() {
        Questions questions = steady();
        series(questions, 8, 0);
        questions.later(HOUR);
        assertThat(series(questions, 3, 0)).containsExactly(1000L, 1500L, 2250L);
    }

    @Test
    void aClockThatIsSetBackIsNotAQuietTime() {
        Questions questions = steady();
        series(questions, 2, 0);
        assertThat(delay(questions.later(-5 * HOUR))).isEqualTo(2250);
        questions.incident(2250).later(2250);
        assertThat(delay(questions)).isEqualTo(3375);
        assertThat(delay(questions.later(HOUR)))
                .as("an hour by the clock as it goes now")
                .isEqualTo(1000);
    }

    @Test
    void itGivesUpOnlyIfANumberIsSet() {
        Questions questions = steady().with("exponential-delay.attempts-before-reset-backoff", "3");
        assertThat(series(questions, 3, 0)).containsExactly(1000L, 1500L, 2250L);
        assertThat(words(strategy().decide(questions.ask())))
                .isEqualTo("gave up after 3 restarts"
                        + " (restart-strategy.exponential-delay.attempts-before-reset-backoff=3)"
                        + " without a quiet time in between"
                        + " (restart-strategy.exponential-delay.reset-backoff-threshold=1 h)");
        assertThat(delay(questions.later(HOUR))).as("there was one").isEqualTo(1000);
        assertThat(delay(steady().forgotten(1_000_000).incident(0)))
                .as("no number")
                .isEqualTo(60_000);
    }

    @Test
    void aHistoryWithoutAQuietTimeIsOneSeries() {
        Questions questions = steady().with("exponential-delay.attempts-before-reset-backoff", "5000")
                .forgotten(4_998)
                .incident(0);
        assertThat(delay(questions)).isEqualTo(60_000);
        assertThat(words(strategy().decide(questions.incident(0).ask()))).startsWith("gave up after 5000 restarts ");
    }

    @Test
    void jitterMovesTheDelayByItsFactorAtMost() {
        Questions questions = new Questions();
        List<Long> delays = LongStream.range(0, 10_000)
                .mapToObj(seed -> delay(questions.seed(seed)))
                .toList();
        assertThat(delays).allMatch(delay -> delay >= 900 && delay <= 1100);
        assertThat(delays).anyMatch(delay -> delay <= 901).anyMatch(delay -> delay >= 1099);
        double mean = delays.stream().mapToLong(Long::longValue).average().orElseThrow();
        assertThat(mean).isBetween(998.0, 1002.0);
    }

    @Test
    void jitterIsTheSameForTheSameSeed() {
        assertThat(delay(new Questions().seed(42))).isEqualTo(delay(new Questions().seed(42)));
        assertThat(delay(new Questions().seed(42))).isNotEqualTo(delay(new Questions().seed(43)));
    }

    @Test
    void jitterPassesNeitherTheMaximumNorZero() {
        Questions questions = new Questions()
                .with("exponential-delay.jitter-factor", "1")
                .with("exponential-delay.max-backoff", "1 s");
        List<Long> delays = LongStream.range(0, 1000)
                .mapToObj(seed -> delay(questions.seed(seed)))
                .toList();
        assertThat(delays).allMatch(delay -> delay >= 0 && delay <= 1000);
        assertThat(delays).contains(1000L).anyMatch(delay -> delay < 20);
    }

    @Test
    void aMaximumBelowTheInitialDelayIsRefusedInWords() {
        Questions questions = new Questions().with("exponential-delay.max-backoff", "500 ms");
        assertThat(words(strategy().decide(questions.ask())))
                .isEqualTo("gave up at once: restart-strategy.exponential-delay.max-backoff=500 ms is shorter than"
                        + " restart-strategy.exponential-delay.initial-backoff=1 s; correct one of them");
        assertThat(delay(questions
                        .with("exponential-delay.initial-backoff", "500 ms")
                        .with("exponential-delay.jitter-factor", "0")))
                .isEqualTo(500);
    }

    @Test
    void aFactorOutsideItsRangeIsRefused() {
        for (String text : new String[] {"1.1", "-0.1", "NaN", "a tenth"}) {
            assertThatThrownBy(() -> delay(new Questions().with("exponential-delay.jitter-factor", text)))
                    .isInstanceOf(InvalidOptionException.class)
                    .hasMessageContaining("from 0 to 1");
        }
        assertThatThrownBy(() -> delay(new Questions().with("exponential-delay.backoff-multiplier", "0.9")))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("from 1 to 1000");
    }
}
