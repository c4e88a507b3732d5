package io.github.foggara.api.client;

import java.util.List;
import java.util.Optional;

/**
 * Failures that one decision answered, and the decision.
 *
 * @param number from 1 in each run
 * @param millis when it was decided, wall-clock milliseconds since the epoch
 * @param failures the root cause first
 * @param strategy name of the failover strategy, with symbolic name and version of its bundle; empty if the job gave up
 * @param restarted vertices of which tasks restarted, with how many, in words
 * @param delayMillis before they did
 * @param gaveUp why the job did not restart
 */
public record IncidentInfo(
        long number,
        long millis,
        List<FailureInfo> failures,
        String strategy,
        String restarted,
        long delayMillis,
        Optional<String> gaveUp) {
    public IncidentInfo {
        failures = List.copyOf(failures);
    }
}
