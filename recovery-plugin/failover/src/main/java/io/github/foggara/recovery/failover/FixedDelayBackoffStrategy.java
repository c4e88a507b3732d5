package io.github.foggara.recovery.failover;

import static io.github.foggara.recovery.failover.BackoffOptions.FIXED_ATTEMPTS;
import static io.github.foggara.recovery.failover.BackoffOptions.FIXED_DELAY;

import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import java.util.List;

/**
 * Restarts so many times, each after the same delay, as {@code restart-strategy.type=fixed-delay}. Every incident of the run
 * counts, however long ago and whichever strategy answered it. Pure; any thread.
 */
public final class FixedDelayBackoffStrategy implements RestartBackoffStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "fixed-delay";

    private static final OptionSet OPTIONS = new OptionSet("restart " + NAME, List.of(FIXED_ATTEMPTS, FIXED_DELAY));

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public Answer decide(Question question) {
        return Unrecoverable.or(question, FixedDelayBackoffStrategy::count);
    }

    private static Answer count(Question question) {
        int attempts = question.configuration().get(FIXED_ATTEMPTS);
        long restarts = question.history().incidents();
        if (restarts >= attempts) {
            return new Answer.GiveUp("gave up after " + Words.count(restarts, "restart") + " ("
                    + Words.setting(FIXED_ATTEMPTS, attempts) + ")");
        }
        return new Answer.Restart(question.configuration().get(FIXED_DELAY));
    }
}
