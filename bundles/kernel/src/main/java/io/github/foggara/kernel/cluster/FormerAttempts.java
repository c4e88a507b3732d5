package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.rpc.ContainerId;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Attempts of one job that may run still though nobody counts on them: their TaskManager was lost, or has come back and said so. Until they
 * have ended, or their TaskManager must have ended them, no other attempt of their tasks begins. Cluster thread.
 */
final class FormerAttempts {
    private final Map<ExecutionAttemptId, ContainerId> homes = new LinkedHashMap<>();
    private final Map<ContainerId, Set<ExecutionAttemptId>> byHome = new LinkedHashMap<>();
    private final Map<TaskId, Integer> tasks = new LinkedHashMap<>();

    void add(ExecutionAttemptId attempt, ContainerId home) {
        if (homes.putIfAbsent(attempt, home) == null) {
            byHome.computeIfAbsent(home, h -> new LinkedHashSet<>()).add(attempt);
            tasks.merge(PlacedAttempts.task(attempt), 1, Integer::sum);
        }
    }

    /** It has ended. */
    void ended(ExecutionAttemptId attempt) {
        ContainerId home = homes.remove(attempt);
        if (home != null) {
            byHome.computeIfPresent(home, (h, some) -> some.remove(attempt) && some.isEmpty() ? null : some);
            tasks.computeIfPresent(PlacedAttempts.task(attempt), (task, count) -> count == 1 ? null : count - 1);
        }
    }

    /** Of that TaskManager these have ended. */
    void ended(ContainerId home, Predicate<ExecutionAttemptId> which) {
        List.copyOf(byHome.getOrDefault(home, Set.of())).stream().filter(which).forEach(this::ended);
    }

    /** How many must end before all of these may begin. */
    int before(Collection<ExecutionAttemptId> attempts) {
        return tasks.isEmpty()
                ? 0
                : attempts.stream()
                        .mapToInt(attempt -> tasks.getOrDefault(PlacedAttempts.task(attempt), 0))
                        .sum();
    }

    /** Whether one is in a TaskManager of that kind. */
    boolean in(Predicate<ContainerId> kind) {
        return byHome.keySet().stream().anyMatch(kind);
    }

    boolean isEmpty() {
        return homes.isEmpty();
    }

    void clear() {
        homes.clear();
        byHome.clear();
        tasks.clear();
    }
}
