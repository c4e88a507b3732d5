package io.github.foggara.api.task;

/** A share of the container's bulk memory. Any thread. */
public interface MemoryReservation extends AutoCloseable {
    /** Size in bytes. */
    long bytes();

    /** Gives it back. Idempotent. */
    @Override
    void close();
}
