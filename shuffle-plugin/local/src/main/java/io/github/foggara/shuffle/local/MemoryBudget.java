package io.github.foggara.shuffle.local;

import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The bytes all queues of an environment share. Producers and consumers book in steps of about {@link #STEP}, so it is off
 * by at most that much per task, and exact once they have settled. Thread-safe.
 */
final class MemoryBudget {
    /** Bytes a task may move before it books them. */
    static final int STEP = 8 * 1024;

    private final long limit;
    private final AtomicLong used = new AtomicLong();
    private final ConcurrentLinkedQueue<RoomSignal> waiting = new ConcurrentLinkedQueue<>();

    MemoryBudget(long limit) {
        this.limit = limit;
    }

    void charge(long bytes) {
        used.addAndGet(bytes);
    }

    /** Gives bytes back, and rings the waiting producers once a quarter of the budget is free. */
    void release(long bytes) {
        long now = used.addAndGet(-bytes);
        if (now <= limit - limit / 4 && !waiting.isEmpty()) {
            RoomSignal next;
            while ((next = waiting.poll()) != null) {
                next.budgetRecovered();
            }
        }
    }

    /** The signal is rung, once, when the budget recovers. The caller looks at {@link #exhausted()} again afterwards. */
    void await(RoomSignal signal) {
        waiting.add(signal);
    }

    boolean exhausted() {
        return used.get() >= limit;
    }

    long used() {
        return used.get();
    }
}
