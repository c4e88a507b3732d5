package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.gateway.Placement;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Attempts of one job that have a place, found by themselves, by task and by TaskManager. Cluster thread. */
final class PlacedAttempts {
    /** One of them. */
    static final class Placed {
        final RegisteredTaskManager home;
        /** What asked for the place; null if the attempt was found there. */
        final Placement wish;
        /** Its JobMaster knows the place. */
        boolean told;

        boolean deployed;

        Placed(RegisteredTaskManager home, Placement wish) {
            this.home = home;
            this.wish = wish;
        }
    }

    private final Map<ExecutionAttemptId, Placed> all = new LinkedHashMap<>();
    private final Map<TaskId, Set<ExecutionAttemptId>> byTask = new HashMap<>();
    private final Map<RegisteredTaskManager, Set<ExecutionAttemptId>> byHome = new HashMap<>();

    static TaskId task(ExecutionAttemptId attempt) {
        return new TaskId(attempt.vertex(), attempt.subtask());
    }

    void put(ExecutionAttemptId attempt, Placed place) {
        remove(attempt);
        all.put(attempt, place);
        byTask.computeIfAbsent(task(attempt), t -> new LinkedHashSet<>()).add(attempt);
        byHome.computeIfAbsent(place.home, h -> new LinkedHashSet<>()).add(attempt);
    }

    /** Null if it has none. */
    Placed get(ExecutionAttemptId attempt) {
        return all.get(attempt);
    }

    void remove(ExecutionAttemptId attempt) {
        Placed place = all.remove(attempt);
        if (place != null) {
            remove(byTask, task(attempt), attempt);
            remove(byHome, place.home, attempt);
        }
    }

    private static <K> void remove(Map<K, Set<ExecutionAttemptId>> index, K key, ExecutionAttemptId attempt) {
        index.computeIfPresent(key, (k, some) -> {
            some.remove(attempt);
            return some.isEmpty() ? null : some;
        });
    }

    List<ExecutionAttemptId> ids() {
        return List.copyOf(all.keySet());
    }

    List<ExecutionAttemptId> of(TaskId task) {
        return List.copyOf(byTask.getOrDefault(task, Set.of()));
    }

    List<ExecutionAttemptId> in(RegisteredTaskManager home) {
        return List.copyOf(byHome.getOrDefault(home, Set.of()));
    }

    boolean anyDeployed() {
        return all.values().stream().anyMatch(place -> place.deployed);
    }

    boolean isEmpty() {
        return all.isEmpty();
    }

    int size() {
        return all.size();
    }

    void clear() {
        all.clear();
        byTask.clear();
        byHome.clear();
    }
}
