package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;

/** Slots of a job that may have room for subtasks of one vertex, while many are placed. Cluster thread. */
final class Candidates {
    private record Sized(Slot slot, int size, long order) {}

    /** The emptiest first. Sizes are those of when a slot was added; they only grow meanwhile. */
    private final PriorityQueue<Sized> queue =
            new PriorityQueue<>(Comparator.comparingInt(Sized::size).thenComparingLong(Sized::order));

    private long orders;

    Candidates(Collection<Slot> slots) {
        slots.forEach(this::add);
    }

    void add(Slot slot) {
        queue.add(new Sized(slot, slot.size(), orders++));
    }

    /** The emptiest that has room for it. */
    Optional<Slot> least(ExecutionAttemptId attempt) {
        while (!queue.isEmpty()) {
            Sized next = queue.peek();
            if (next.slot.takes(attempt) && next.slot.size() == next.size) {
                return Optional.of(next.slot);
            }
            queue.poll();
            if (next.slot.takes(attempt)) {
                queue.add(new Sized(next.slot, next.slot.size(), next.order));
            }
        }
        return Optional.empty();
    }
}
