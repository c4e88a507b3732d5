package io.github.foggara.sorter.spill;

import java.util.concurrent.atomic.AtomicLong;

/** How much all files together may take. Thread-safe. */
final class SpillQuota {
    private final AtomicLong used = new AtomicLong();
    private volatile long limit;

    SpillQuota(long limit) {
        limit(limit);
    }

    /** Files that are there stay; below what they take, nothing more is written. */
    void limit(long bytes) {
        if (bytes <= 0) {
            throw new IllegalArgumentException("sort.spill.max-bytes is " + bytes + ": it has to be positive");
        }
        limit = bytes;
    }

    long limit() {
        return limit;
    }

    long used() {
        return used.get();
    }

    boolean take(long bytes) {
        long now = used.get();
        while (bytes <= limit - now) {
            if (used.compareAndSet(now, now + bytes)) {
                return true;
            }
            now = used.get();
        }
        return false;
    }

    void giveBack(long bytes) {
        used.addAndGet(-bytes);
    }
}
