package io.github.foggara.api.failover;

import java.util.List;

/**
 * What the job's log knows of earlier incidents. Immutable.
 *
 * @param incidents how many there were since the run began
 * @param recent the newest of them, oldest first, at most {@value #LIMIT}
 */
public record FailoverHistory(long incidents, List<Incident> recent) {
    /** Incidents that are kept. */
    public static final int LIMIT = 1000;

    public static final FailoverHistory NONE = new FailoverHistory(0, List.of());

    public FailoverHistory {
        recent = List.copyOf(recent);
    }

    /**
     * Failures that one decision answered.
     *
     * @param number from 1
     * @param millis wall-clock time of the decision, milliseconds since the epoch
     * @param delayMillis what the back-off strategy made of it
     * @param kind class of the failure that began it
     */
    public record Incident(long number, long millis, long delayMillis, FailureClass kind) {}
}
