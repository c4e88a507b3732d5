package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.TaskId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Keeps the assignment of splits on the right side of a checkpoint's cut: what an enumerator assigned before it gave its state reaches the
 * reader before the barrier, what it assigned afterwards is held back until the barriers are sent. One checkpoint at a time; others wait.
 * Main thread only.
 */
final class SplitCuts {
    private static final long NONE = 0;

    private record Held(TaskId task, List<byte[]> splits, boolean noMore) {}

    /** Gives splits to a reader. */
    interface Delivery {
        void deliver(TaskId task, List<byte[]> splits, boolean noMore);
    }

    private final SplitLedger ledger;
    private final Delivery delivery;
    private final LongConsumer enumerators;
    private final Deque<Long> waiting = new ArrayDeque<>();
    private final List<Held> held = new ArrayList<>();
    private long current = NONE;
    /** The enumerators have given their state. */
    private boolean open;

    /**
     * @param enumerators asks all of them for their state
     */
    SplitCuts(SplitLedger ledger, Delivery delivery, LongConsumer enumerators) {
        this.ledger = ledger;
        this.delivery = delivery;
        this.enumerators = enumerators;
    }

    /** To the reader, or held back. */
    void assigned(TaskId task, List<byte[]> splits, boolean noMore) {
        if (open) {
            held.add(new Held(task, splits, noMore));
        } else {
            delivery.deliver(task, splits, noMore);
        }
    }

    void ask(long checkpoint) {
        waiting.add(checkpoint);
        askNext();
    }

    private void askNext() {
        if (current == NONE && !waiting.isEmpty()) {
            current = waiting.poll();
            enumerators.accept(current);
        }
    }

    /**
     * The enumerators have given their state.
     *
     * @return whether anybody still wants it
     */
    boolean answered(long checkpoint) {
        if (checkpoint != current) {
            return false;
        }
        ledger.cut(checkpoint);
        open = true;
        return true;
    }

    /** All barriers of it are sent. */
    void triggered(long checkpoint) {
        if (checkpoint == current) {
            goOn();
        }
    }

    void givenUp(long checkpoint) {
        waiting.remove(checkpoint);
        ledger.forget(checkpoint);
        if (checkpoint == current) {
            goOn();
        }
    }

    /** All that are under way are. */
    void allGivenUp() {
        waiting.forEach(ledger::forget);
        waiting.clear();
        if (current != NONE) {
            givenUp(current);
        }
    }

    private void goOn() {
        current = NONE;
        open = false;
        List<Held> all = List.copyOf(held);
        held.clear();
        all.forEach(one -> delivery.deliver(one.task(), one.splits(), one.noMore()));
        askNext();
    }
}
