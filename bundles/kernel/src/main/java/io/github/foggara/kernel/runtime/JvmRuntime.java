package io.github.foggara.kernel.runtime;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Threads, parking and time of the JVM. Closing it ends its timer and its io threads. */
public final class JvmRuntime implements EngineRuntime, AutoCloseable {
    private static final int IO_THREADS = 4;
    private static final int IDLE_SECONDS = 10;
    private static final int CLOSE_SECONDS = 5;

    private final ScheduledThreadPoolExecutor timer;
    private final ThreadPoolExecutor io;

    public JvmRuntime() {
        timer = new ScheduledThreadPoolExecutor(1, r -> newThread("foggara-timer", null, r));
        timer.setRemoveOnCancelPolicy(true);
        AtomicInteger number = new AtomicInteger();
        io = new ThreadPoolExecutor(
                IO_THREADS,
                IO_THREADS,
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                r -> newThread("foggara-io-" + number.getAndIncrement(), null, r));
        io.allowCoreThreadTimeOut(true);
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public long currentTimeMillis() {
        return System.currentTimeMillis();
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        Thread thread = new Thread(null, new Body(body), name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        return thread;
    }

    @Override
    public Parker newParker() {
        return new JvmParker();
    }

    @Override
    public Cancellable schedule(long delayNanos, Runnable action) {
        ScheduledFuture<?> future = timer.schedule(action, delayNanos, TimeUnit.NANOSECONDS);
        return () -> future.cancel(false);
    }

    @Override
    public void executeBlocking(Runnable action) {
        io.execute(action);
    }

    /** Waits, bounded, for blocking actions that were under way: no thread is left. */
    @Override
    public void close() {
        timer.shutdownNow();
        io.shutdown();
        try {
            timer.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
            io.awaitTermination(CLOSE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * What a thread runs. A dead thread keeps its context class loader, and since Java 21 what it ran, and somebody may keep the
     * thread: Felix does in its class locks, when two threads loaded one class at a time. So the loader of a job would
     * never unload.
     */
    private static final class Body implements Runnable {
        private Runnable body;

        Body(Runnable body) {
            this.body = body;
        }

        @Override
        public void run() {
            Runnable once = body;
            body = null;
            try {
                once.run();
            } finally {
                Thread.currentThread().setContextClassLoader(null);
            }
        }
    }

    /** One permit; the owner is the first thread that parks. */
    private static final class JvmParker implements Parker {
        private volatile Thread owner;
        private volatile boolean permit;

        @Override
        public void park() {
            parkNanos(0);
        }

        @Override
        public void parkNanos(long nanos) {
            owner = Thread.currentThread();
            if (permit || owner.isInterrupted()) {
                permit = false;
                return;
            }
            if (nanos > 0) {
                LockSupport.parkNanos(this, nanos);
            } else {
                LockSupport.park(this);
            }
            permit = false;
        }

        @Override
        public void unpark() {
            permit = true;
            Thread waiting = owner;
            if (waiting != null) {
                LockSupport.unpark(waiting);
            }
        }
    }
}
