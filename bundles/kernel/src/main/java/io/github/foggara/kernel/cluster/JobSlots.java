package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The slots that one job has. Cluster thread. */
final class JobSlots {
    private final Map<Slot, Set<ExecutionAttemptId>> slots = new LinkedHashMap<>();
    private final Map<Integer, Set<Slot>> bySubtask = new HashMap<>();
    private final Map<SlotHome, Set<Slot>> byHome = new HashMap<>();

    /** The attempt is in that slot now. */
    void put(ExecutionAttemptId attempt, Slot slot) {
        slots.computeIfAbsent(slot, s -> new LinkedHashSet<>()).add(attempt);
        bySubtask.computeIfAbsent(attempt.subtask(), s -> new LinkedHashSet<>()).add(slot);
        if (slot.home() != null) {
            byHome.computeIfAbsent(slot.home(), h -> new LinkedHashSet<>()).add(slot);
        }
    }

    /** It is not any more. */
    void take(ExecutionAttemptId attempt, Slot slot) {
        Set<ExecutionAttemptId> left = slots.get(slot);
        left.remove(attempt);
        if (left.stream().noneMatch(other -> other.subtask() == attempt.subtask())) {
            remove(bySubtask, attempt.subtask(), slot);
        }
        if (left.isEmpty()) {
            slots.remove(slot);
            remove(byHome, slot.home(), slot);
        }
    }

    private static <K> void remove(Map<K, Set<Slot>> index, K key, Slot slot) {
        index.computeIfPresent(key, (k, some) -> {
            some.remove(slot);
            return some.isEmpty() ? null : some;
        });
    }

    /** One with room that holds another subtask of the same index. */
    Optional<Slot> beside(ExecutionAttemptId attempt) {
        return bySubtask.getOrDefault(attempt.subtask(), Set.of()).stream()
                .filter(slot -> slot.takes(attempt))
                .findFirst();
    }

    /** One with room in that TaskManager: where it probably is. */
    Optional<Slot> in(SlotHome home, ExecutionAttemptId attempt) {
        return beside(attempt)
                .filter(slot -> slot.home() == home)
                .or(() -> byHome.getOrDefault(home, Set.of()).stream()
                        .filter(slot -> slot.takes(attempt))
                        .min(Comparator.comparingInt(Slot::size)));
    }

    Collection<Slot> all() {
        return slots.keySet();
    }

    List<ExecutionAttemptId> attempts() {
        return slots.values().stream().flatMap(Set::stream).toList();
    }

    boolean isEmpty() {
        return slots.isEmpty();
    }
}
