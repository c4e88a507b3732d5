package io.github.foggara.api.failover;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import java.time.Duration;
import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Purpose: decides when a job restarts after a failure, or that it gives up; published as a service with {@code foggara.plugin=NAME} and
 * chosen by {@code restart-strategy.type}. Thread: the job's main thread. Never blocks. Called once per incident; pure: no
 * state, no clock, randomness only from {@link Question#seed()}. What it throws is logged, and the job gives up.
 */
@ConsumerType
public interface RestartBackoffStrategy {
    /** The options it reads, for validation and forms. */
    OptionSet options();

    Answer decide(Question question);

    /**
     * @param failures of one incident, at least one, the root cause first
     * @param history without this incident
     * @param millis wall-clock time now, milliseconds since the epoch
     * @param seed for jitter: differs between incidents and jobs, the same for the same incident
     * @param configuration options of the job in force now
     */
    record Question(
            List<Failure> failures, FailoverHistory history, long millis, long seed, Configuration configuration) {
        public Question {
            failures = List.copyOf(failures);
        }
    }

    /** What a back-off strategy says. */
    sealed interface Answer {
        /**
         * @param delay from now, 0 or more
         */
        record Restart(Duration delay) implements Answer {}

        /**
         * @param words for users: which limit was reached and which option sets it
         */
        record GiveUp(String words) implements Answer {}
    }
}
