package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.BackoffOptions.MAX_FAILURES;
import static io.github.foggara.recovery.failover.BackoffOptions.RATE_DELAY;
import static io.github.foggara.recovery.failover.BackoffOptions.RATE_INTERVAL;

import io.github.foggara.api.failover.FailoverHistory.Incident;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import java.time.Duration;
import java.util.List;

/**
 * Restarts after the same delay as long as failures are rare, as {@code restart-strategy.type=failure-rate}. A failure exactly
 * one interval ago still counts. Pure; any thread.
 */
public final class FailureRateBackoffStrategy implements RestartBackoffStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "failure-rate";

    private static final OptionSet OPTIONS =
            new OptionSet("restart " + NAME, List.of(MAX_FAILURES, RATE_INTERVAL, RATE_DELAY));

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public Answer decide(Question question) {
        return Unrecoverable.or(question, FailureRateBackoffStrategy::rate);
    }

    private static Answer rate(Question question) {
        int most = question.configuration().get(MAX_FAILURES);
        Duration interval = question.configuration().get(RATE_INTERVAL);
        int failures = 1 + earlierWithin(interval.toMillis(), question);
        if (failures > most) {
            return new Answer.GiveUp("gave up after " + Words.count(failures, "failure") + " within "
                    + Words.duration(interval) + " (" + Words.setting(MAX_FAILURES, most) + ", "
                    + Words.setting(RATE_INTERVAL, interval) + ")");
        }
        return new Answer.Restart(question.configuration().get(RATE_DELAY));
    }

    /** Ages are summed from entry to entry, so a clock that was set back hides no time that passed since. */
    private static int earlierWithin(long interval, Question question) {
        List<Incident> recent = question.history().recent();
        long later = question.millis();
        long age = 0;
        int count = 0;
        for (int i = recent.size() - 1; i >= 0; i--) {
            long millis = recent.get(i).millis();
            age = Elapsed.sum(age, Elapsed.between(millis, later));
            if (age > interval) {
                break;
            }
            later = millis;
            count++;
        }
        return count;
    }
}
