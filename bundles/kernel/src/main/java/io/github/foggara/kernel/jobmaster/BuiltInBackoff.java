package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.kernel.config.JobOptions;
import java.time.Duration;

/**
 * Answers while no bundle publishes the back-off strategy that a job has chosen, so that replacing that bundle ends no job. It
 * restarts only so many times in a row: a failure that comes at once again ends the job also if the bundle stays away. Main thread
 * only.
 */
final class BuiltInBackoff {
    static final int RESTARTS = 10;
    static final Duration DELAY = Duration.ofSeconds(1);

    private int restarts;

    /** The chosen strategy is there. */
    void notNeeded() {
        restarts = 0;
    }

    RestartBackoffStrategy.Answer decide(RestartBackoffStrategy.Question question, String name) {
        if (question.failures().stream().anyMatch(failure -> failure.kind() == FailureClass.UNRECOVERABLE)) {
            return new RestartBackoffStrategy.Answer.GiveUp("gave up at once: a restart cannot help");
        }
        if (restarts == RESTARTS) {
            return new RestartBackoffStrategy.Answer.GiveUp("gave up after " + RESTARTS
                    + " restarts for which no active bundle published the back-off strategy '" + name + "' ("
                    + JobOptions.RESTART_STRATEGY.key() + ")");
        }
        restarts++;
        return new RestartBackoffStrategy.Answer.Restart(DELAY);
    }
}
