package io.github.foggara.kernel.jobmaster.state;

import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Failures that one decision answered, and the decision. Immutable.
 *
 * @param number from 1
 * @param millis when it was decided, wall-clock milliseconds since the epoch
 * @param failures at least one, the root cause first
 * @param strategy who chose the tasks, with symbolic name and version of the bundle; empty if the job gave up
 * @param restarted tasks that restart, sorted; empty if the job gave up
 * @param delayMillis before they do
 * @param gaveUp why the job does not restart, for users
 */
public record Incident(
        long number,
        long millis,
        List<Failure> failures,
        String strategy,
        Set<TaskId> restarted,
        long delayMillis,
        Optional<String> gaveUp) {
    /** Failures that are kept of one incident. */
    public static final int FAILURE_LIMIT = 16;

    public Incident {
        failures = List.copyOf(failures);
        restarted = new TreeSet<>(restarted);
    }

    /** With one more failure; a consequence of another task's failure never stands first. */
    Incident with(Failure failure) {
        List<Failure> all = new ArrayList<>(failures);
        all.add(failure);
        all.sort(Comparator.comparing(f -> f.kind() == FailureClass.PARTITION_LOST));
        return new Incident(
                number,
                millis,
                all.subList(0, Math.min(all.size(), FAILURE_LIMIT)),
                strategy,
                restarted,
                delayMillis,
                gaveUp);
    }
}
