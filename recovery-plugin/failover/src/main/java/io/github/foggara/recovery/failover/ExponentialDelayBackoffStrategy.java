package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.BackoffOptions.BACKOFF_MULTIPLIER;
import static io.github.foggara.recovery.failover.BackoffOptions.EXPONENTIAL_ATTEMPTS;
import static io.github.foggara.recovery.failover.BackoffOptions.INITIAL_BACKOFF;
import static io.github.foggara.recovery.failover.BackoffOptions.JITTER_FACTOR;
import static io.github.foggara.recovery.failover.BackoffOptions.MAX_BACKOFF;
import static io.github.foggara.recovery.failover.BackoffOptions.RESET_THRESHOLD;

import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import java.time.Duration;
import java.util.List;

/**
 * Restarts after a delay that grows from failure to failure and begins anew after a quiet time, as
 * {@code restart-strategy.type=exponential-delay}. Pure; any thread.
 *
 * <p>Failures without a quiet time between a restart and the next failure are a series. The n-th of them, from 0, waits
 * {@code initial * multiplier^n}, at most the maximum, moved by the jitter, and again at most the maximum.
 */
public final class ExponentialDelayBackoffStrategy implements RestartBackoffStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "exponential-delay";

    private static final OptionSet OPTIONS = new OptionSet(
            "restart " + NAME,
            List.of(
                    INITIAL_BACKOFF,
                    MAX_BACKOFF,
                    BACKOFF_MULTIPLIER,
                    RESET_THRESHOLD,
                    JITTER_FACTOR,
                    EXPONENTIAL_ATTEMPTS));

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public Answer decide(Question question) {
        return Unrecoverable.or(question, ExponentialDelayBackoffStrategy::grow);
    }

    private static Answer grow(Question question) {
        Configuration configuration = question.configuration();
        Duration initial = configuration.get(INITIAL_BACKOFF);
        Duration max = configuration.get(MAX_BACKOFF);
        if (max.compareTo(initial) < 0) {
            return new Answer.GiveUp("gave up at once: " + Words.setting(MAX_BACKOFF, max) + " is shorter than "
                    + Words.setting(INITIAL_BACKOFF, initial) + "; correct one of them");
        }
        Duration threshold = configuration.get(RESET_THRESHOLD);
        int attempts = configuration.get(EXPONENTIAL_ATTEMPTS);
        long restarts = restartsInSeries(question, threshold.toMillis());
        if (restarts >= attempts) {
            return new Answer.GiveUp("gave up after " + Words.count(restarts, "restart") + " ("
                    + Words.setting(EXPONENTIAL_ATTEMPTS, attempts) + ") without a quiet time in between ("
                    + Words.setting(RESET_THRESHOLD, threshold) + ")");
        }
        double backoff = backoff(initial.toMillis(), max.toMillis(), configuration.get(BACKOFF_MULTIPLIER), restarts);
        double moved = backoff * (1 + configuration.get(JITTER_FACTOR) * Jitter.of(question.seed()));
        return new Answer.Restart(Duration.ofMillis(Math.min(max.toMillis(), Math.round(moved))));
    }

    /**
     * Restarts since the last quiet time. If there was none as far back as the history goes, the whole run is one series.
     */
    private static long restartsInSeries(Question question, long threshold) {
        List<Incident> recent = question.history().recent();
        long later = question.millis();
        int series = 0;
        for (int i = recent.size() - 1; i >= 0; i--) {
            Incident incident = recent.get(i);
            if (Elapsed.sinceRestart(incident, later) >= threshold) {
                return series;
            }
            later = incident.millis();
            series++;
        }
        return Math.max(series, question.history().incidents());
    }

    /** StrictMath: the same on every machine. What grows beyond all numbers is infinite, and the maximum is less. */
    private static double backoff(long initial, long max, double multiplier, long exponent) {
        return Math.min(max, initial * StrictMath.pow(multiplier, exponent));
    }
}
