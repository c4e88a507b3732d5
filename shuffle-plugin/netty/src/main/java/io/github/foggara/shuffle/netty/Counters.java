package io.github.foggara.shuffle.netty;

import java.util.concurrent.atomic.AtomicLong;

/**
 * What an environment counts. Thread-safe.
 *
 * @param stale attempts that were refused, and messages of views that are over
 * @param sending bytes that were encoded and not claimed by their readers
 * @param receiving bytes that were received, from the first frame of a batch on, and not claimed
 * @param floating bytes that are granted to channels beyond their own credit
 */
record Counters(AtomicLong stale, AtomicLong sending, AtomicLong receiving, AtomicLong floating) {
    Counters() {
        this(new AtomicLong(), new AtomicLong(), new AtomicLong(), new AtomicLong());
    }

    void countStale() {
        stale.incrementAndGet();
    }
}
