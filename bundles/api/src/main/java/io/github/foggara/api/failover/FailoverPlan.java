package io.github.foggara.api.failover;

import java.util.Collections;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;

/**
 * What a strategy decided.
 *
 * @param restart tasks to restart, at least one; sorted
 * @param restorePoint what their state is taken from
 * @param attachMode how they meet partners that go on
 * @param lossBudget most records that may be lost by it; empty: none may
 * @param fallback what to do if this cannot be done, because no room or partition is there; empty: restart everything
 */
public record FailoverPlan(
        Set<TaskId> restart,
        RestorePoint restorePoint,
        AttachMode attachMode,
        OptionalLong lossBudget,
        Optional<FailoverPlan> fallback) {
    public FailoverPlan {
        restart = Collections.unmodifiableSet(new TreeSet<>(restart));
        if (restart.isEmpty()) {
            throw new IllegalArgumentException("A failover plan restarts at least one task");
        }
    }

    /** Restarts these tasks without loss, on new channels. */
    public static FailoverPlan exact(Set<TaskId> restart) {
        return new FailoverPlan(
                restart, RestorePoint.LATEST, AttachMode.RECONNECT, OptionalLong.empty(), Optional.empty());
    }

    /** Where state is taken from. */
    public enum RestorePoint {
        /** The newest completed checkpoint; the beginning if there is none. */
        LATEST,
        /** The beginning, with empty state. */
        BEGINNING
    }

    /** How restarted tasks meet partners that go on. */
    public enum AttachMode {
        /** There are none: every task behind a pipelined channel restarts too. */
        RECONNECT,
        /** On the partitions that are there; needs the capability {@code reattach} of the shuffle service. */
        REATTACH
    }
}
