package io.github.foggara.testkit.task;

import io.github.foggara.api.task.MemoryReservation;

/** The bulk memory of a container, by number only. Thread-safe. */
public final class AccountedMemory {
    private final long budget;
    private long taken;
    private long peak;

    /**
     * @param budget in bytes
     */
    public AccountedMemory(long budget) {
        this.budget = budget;
    }

    /**
     * @throws IllegalStateException if less than the minimum is free
     */
    synchronized MemoryReservation reserve(long minimum, long wanted) {
        if (minimum < 0 || wanted < minimum) {
            throw new IllegalArgumentException("From " + minimum + " to " + wanted + " bytes are no range");
        }
        long free = budget - taken;
        if (free < minimum) {
            throw new IllegalStateException("An operator needs " + minimum + " bytes, " + free + " are free");
        }
        long bytes = Math.min(free, wanted);
        taken += bytes;
        peak = Math.max(peak, taken);
        return new Share(bytes);
    }

    private synchronized void giveBack(long bytes) {
        taken -= bytes;
    }

    /** Bytes that are reserved now. */
    public synchronized long taken() {
        return taken;
    }

    /** The most bytes that were reserved at a time. */
    public synchronized long peak() {
        return peak;
    }

    private final class Share implements MemoryReservation {
        private final long bytes;
        private boolean closed;

        Share(long bytes) {
            this.bytes = bytes;
        }

        @Override
        public long bytes() {
            return bytes;
        }

        @Override
        public void close() {
            synchronized (AccountedMemory.this) {
                if (!closed) {
                    closed = true;
                    giveBack(bytes);
                }
            }
        }
    }
}
