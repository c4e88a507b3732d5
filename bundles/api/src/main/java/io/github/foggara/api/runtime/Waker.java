package io.github.foggara.api.runtime;

import org.osgi.annotation.versioning.ProviderType;

/**
 * The bell of one owner thread, handed to the queues it reads and writes. A partner that published something reads
 * {@link #waiting()} after a full fence and rings only if it is true; the owner sets it, fences, looks once more, and
 * only then parks. So a busy owner costs its partners one plain read.
 */
@ProviderType
public interface Waker {
    /** Whether the owner is parked or about to park. Volatile read. */
    boolean waiting();

    /** Wakes the owner. Any thread, never blocks. */
    void wake();
}
