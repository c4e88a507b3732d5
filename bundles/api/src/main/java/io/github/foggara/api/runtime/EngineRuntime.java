package io.github.foggara.api.runtime;

import io.github.foggara.api.execution.JobId;
import org.osgi.annotation.versioning.ProviderType;

/** Threads, parking and time. Thread-safe. */
@ProviderType
public interface EngineRuntime {
    /** Monotonic time in nanoseconds, arbitrary origin. */
    long nanoTime();

    /** Wall-clock time in milliseconds since the epoch. */
    long currentTimeMillis();

    /**
     * Makes a thread that has not started; it is a daemon and carries the given name.
     *
     * @param loader its context class loader, or null
     */
    Thread newThread(String name, ClassLoader loader, Runnable body);

    /** A parker for one owner thread; see {@link Parker}. */
    Parker newParker();

    /**
     * Runs {@code action} once after the delay, on a thread of the runtime. The action must not block: it may only
     * enqueue at a gateway.
     *
     * @param delayNanos 0 or more
     * @return closing it prevents the action if it has not begun
     */
    Cancellable schedule(long delayNanos, Runnable action);

    /** Runs a blocking action (file or socket work) on a small pool. Its outcome goes to its owner by a gateway. */
    void executeBlocking(Runnable action);

    /**
     * A place where another thread may run: nothing in production, a possible switch of the baton in a simulation.
     * Called at least once per turn of every owner loop.
     */
    default void yieldPoint() {}

    /** Bits for an id: nobody can guess them in production, a simulation repeats them. */
    default long randomBits() {
        return JobId.random().low();
    }

    /** A timer that can be taken back. */
    interface Cancellable {
        /** Idempotent; may be called from any thread. */
        void cancel();
    }
}
