package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventLog.Listener;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the kernel hears of a log, until it has closed it. Called by the writer; {@link #awaitEnd} and {@link #silence} by those who
 * close. Takes no lock while it tells.
 */
final class LogListener {
    private static final Logger LOG = LoggerFactory.getLogger(LogListener.class);
    private static final long LOOK_AGAIN_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    private final Listener target;
    private final EngineRuntime runtime;
    private final Queue<Parker> closers = new ConcurrentLinkedQueue<>();
    private volatile boolean telling;
    private volatile boolean silent;
    private volatile boolean ended;

    LogListener(Listener target, EngineRuntime runtime) {
        this.target = target;
        this.runtime = runtime;
    }

    void durable(long position) {
        tell(() -> target.durable(position));
    }

    void drained() {
        tell(target::drained);
    }

    void degraded(long position, String words) {
        tell(() -> target.degraded(position, words));
    }

    void fenced(String words) {
        tell(() -> target.fenced(words));
    }

    private void tell(Runnable what) {
        telling = true;
        try {
            if (!silent) {
                what.run();
            }
        } catch (RuntimeException e) {
            LOG.error("A listener of an event log failed; the log goes on", e);
        } finally {
            telling = false;
        }
    }

    /** The writer has ended. */
    void ended() {
        ended = true;
        closers.forEach(Parker::unpark);
    }

    /**
     * Waits for the end of the writer.
     *
     * @return whether it has ended
     */
    boolean awaitEnd(long nanos) {
        Parker parker = runtime.newParker();
        closers.add(parker);
        long until = runtime.nanoTime() + nanos;
        long left = nanos;
        while (!ended && left > 0) {
            parker.parkNanos(left);
            left = until - runtime.nanoTime();
        }
        closers.remove(parker);
        return ended;
    }

    /** Nothing is told after this returns. */
    void silence() {
        silent = true;
        Parker parker = runtime.newParker();
        while (telling) {
            parker.parkNanos(LOOK_AGAIN_NANOS);
        }
    }
}
