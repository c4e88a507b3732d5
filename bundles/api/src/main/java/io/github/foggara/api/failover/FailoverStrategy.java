package io.github.foggara.api.failover;

import io.github.foggara.api.plugin.OptionSet;
import java.util.List;
import java.util.Set;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Purpose: decides which tasks restart after a failure; published as a service with {@code foggara.plugin=NAME} and chosen by
 * {@code failover.strategy}. Thread: the job's main thread. Never blocks. Called once per incident; pure: the same answer to the same
 * question, no state, no clock. What it throws is logged, and the built-in {@code full} decides instead.
 */
@ConsumerType
public interface FailoverStrategy {
    /** The options it reads, for validation and forms. */
    OptionSet options();

    /** Capabilities of the shuffle service that it cannot do without; a job whose service lacks one is refused in words. */
    default Set<String> needs() {
        return Set.of();
    }

    /**
     * @param failures of one incident, at least one, the root cause first
     * @param history without this incident
     */
    FailoverPlan decide(List<Failure> failures, FailoverTopology topology, FailoverHistory history);
}
