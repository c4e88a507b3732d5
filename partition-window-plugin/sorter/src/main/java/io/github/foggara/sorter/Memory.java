package io.github.foggara.sorter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The account of one sorter: every array that grows with the data is taken here and given back here, so that their sum never exceeds the
 * budget. Counts elements, not array headers. Any thread; only the task takes.
 */
final class Memory {
    private final long budget;
    private final AtomicLong used = new AtomicLong();
    private final AtomicLong peak = new AtomicLong();

    Memory(long budget) {
        this.budget = budget;
    }

    byte[] bytes(int length) {
        take(length);
        return new byte[length];
    }

    long[] longs(int length) {
        take(8L * length);
        return new long[length];
    }

    /** Null is nothing. */
    void give(byte[] array) {
        if (array != null) {
            used.addAndGet(-array.length);
        }
    }

    /** Null is nothing. */
    void give(long[] array) {
        if (array != null) {
            used.addAndGet(-8L * array.length);
        }
    }

    private void take(long bytes) {
        long now = used.addAndGet(bytes);
        if (now > budget) {
            used.addAndGet(-bytes);
            throw new IllegalStateException("The sorter wanted " + bytes + " bytes more than the " + (now - bytes)
                    + " it has, with a budget of " + budget
                    + ". This is a bug of the sorter; a larger memory may avoid it.");
        }
        peak.accumulateAndGet(now, Math::max);
    }

    long free() {
        return budget - used.get();
    }

    long used() {
        return used.get();
    }

    /** The most there ever was. */
    long peak() {
        return peak.get();
    }
}
