package io.github.foggara.recovery.failover;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.function.Predicate;

/** The options of the back-off strategies, by Flink's names; all are read at each failure. */
final class BackoffOptions {
    /** The option of the kernel that chooses a strategy; named in words to users. */
    static final String TYPE = "restart-strategy.type";

    private static final String FIXED = "restart-strategy.fixed-delay.";
    private static final String EXPONENTIAL = "restart-strategy.exponential-delay.";
    private static final String RATE = "restart-strategy.failure-rate.";
    /** No more failures are in a history, so no larger number could be told from this one. */
    private static final int RATE_LIMIT = 1000;

    private static final Duration DAY = Duration.ofDays(1);
    private static final Duration YEAR = Duration.ofDays(365);

    static final Option<Integer> FIXED_ATTEMPTS =
            attempts(FIXED + "attempts", 1, "How often a job restarts before it gives up.");
    static final Option<Duration> FIXED_DELAY =
            delay(FIXED + "delay", "Time between a failure and the restart it causes.");

    static final Option<Duration> INITIAL_BACKOFF = duration(
            EXPONENTIAL + "initial-backoff",
            Duration.ofSeconds(1),
            DAY,
            "Time between a failure and the restart, for the first failure after a quiet time.");
    static final Option<Duration> MAX_BACKOFF = duration(
            EXPONENTIAL + "max-backoff",
            Duration.ofMinutes(1),
            DAY,
            "Longest time between a failure and the restart; not below initial-backoff.");
    static final Option<Double> BACKOFF_MULTIPLIER = number(
            EXPONENTIAL + "backoff-multiplier",
            1.5,
            "from 1 to 1000",
            m -> m >= 1 && m <= 1000,
            "By what that time grows from one failure to the next.");
    static final Option<Duration> RESET_THRESHOLD = duration(
            EXPONENTIAL + "reset-backoff-threshold",
            Duration.ofHours(1),
            YEAR,
            "After so long without a failure since the last restart the next one counts as the first.");
    static final Option<Double> JITTER_FACTOR = number(
            EXPONENTIAL + "jitter-factor",
            0.1,
            "from 0 to 1",
            f -> f >= 0 && f <= 1,
            "Largest part of that time which is added to or taken from it at random.");
    static final Option<Integer> EXPONENTIAL_ATTEMPTS = attempts(
            EXPONENTIAL + "attempts-before-reset-backoff",
            Integer.MAX_VALUE,
            "How often a job restarts without a quiet time in between before it gives up.");

    static final Option<Integer> MAX_FAILURES = new Option<>(
            RATE + "max-failures-per-interval",
            OptionType.INTEGER,
            1,
            "from 1 to " + RATE_LIMIT,
            n -> n >= 1 && n <= RATE_LIMIT,
            TakesEffect.NEXT_FAILURE,
            "How many failures within the interval are answered by a restart; one more, and the job gives up.");
    static final Option<Duration> RATE_INTERVAL = duration(
            RATE + "failure-rate-interval", Duration.ofMinutes(1), YEAR, "Time in which failures are counted.");
    static final Option<Duration> RATE_DELAY =
            delay(RATE + "delay", "Time between a failure and the restart it causes.");

    private BackoffOptions() {}

    private static Option<Integer> attempts(String key, int fallback, String description) {
        return new Option<>(
                key,
                OptionType.INTEGER,
                fallback,
                "from 1 to " + Integer.MAX_VALUE,
                n -> n >= 1,
                TakesEffect.NEXT_FAILURE,
                description);
    }

    private static Option<Duration> delay(String key, String description) {
        return new Option<>(
                key,
                OptionType.DURATION,
                Duration.ofSeconds(1),
                "from 0 ms to 1 d",
                d -> !d.isNegative() && d.compareTo(DAY) <= 0,
                TakesEffect.NEXT_FAILURE,
                description);
    }

    private static Option<Duration> duration(String key, Duration fallback, Duration most, String description) {
        return new Option<>(
                key,
                OptionType.DURATION,
                fallback,
                "from 1 ms to " + Words.duration(most),
                d -> d.toMillis() >= 1 && d.compareTo(most) <= 0,
                TakesEffect.NEXT_FAILURE,
                description);
    }

    private static Option<Double> number(
            String key, double fallback, String range, Predicate<Double> accepts, String description) {
        return new Option<>(key, OptionType.DOUBLE, fallback, range, accepts, TakesEffect.NEXT_FAILURE, description);
    }
}
