package io.github.foggara.kernel.cluster;

import io.github.foggara.api.rpc.ContainerId;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** The slots of one TaskManager. Cluster thread. */
final class SlotHome {
    private final ContainerId id;
    private final int count;
    private final long order;
    private final Deque<Slot> free = new ArrayDeque<>();
    private final Set<Slot> used = new LinkedHashSet<>();

    /**
     * @param count how many slots it has: more are used while more than that runs there
     * @param order in which it came
     */
    SlotHome(ContainerId id, int count, long order) {
        this.id = id;
        this.count = count;
        this.order = order;
        for (int i = 0; i < count; i++) {
            free.add(new Slot(this));
        }
    }

    ContainerId id() {
        return id;
    }

    int count() {
        return count;
    }

    long order() {
        return order;
    }

    /** The part of it that is in use. */
    double load() {
        return (double) used.size() / count;
    }

    int available() {
        return Math.max(0, count - used.size());
    }

    /** A free one, or one more than it has. */
    Slot take() {
        Slot slot = free.isEmpty() ? new Slot(this) : free.poll();
        used.add(slot);
        return slot;
    }

    List<Slot> used() {
        return List.copyOf(used);
    }

    void giveBack(Slot slot) {
        used.remove(slot);
        free.addFirst(slot);
    }
}
