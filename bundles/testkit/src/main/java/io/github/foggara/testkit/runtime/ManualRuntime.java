package io.github.foggara.testkit.runtime;

import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * A clock that moves only when the test says so, and blocking work that runs only when the test says so, on the test's own
 * thread. Threads are real daemon threads and parkers really sleep. Thread-safe.
 */
public final class ManualRuntime implements EngineRuntime {
    private record Timer(long due, long number, Runnable action) {}

    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::due).thenComparingLong(Timer::number));
    private final Queue<Runnable> blocking = new ArrayDeque<>();
    private long nanos;
    private long numbers;

    @Override
    public synchronized long nanoTime() {
        return nanos;
    }

    /** As {@link #nanoTime()}, from 0. */
    @Override
    public long currentTimeMillis() {
        return TimeUnit.NANOSECONDS.toMillis(nanoTime());
    }

    @Override
    public Thread newThread(String name, ClassLoader loader, Runnable body) {
        Thread thread = new Thread(null, body, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(loader);
        return thread;
    }

    @Override
    public Parker newParker() {
        return new PermitParker();
    }

    @Override
    public synchronized Cancellable schedule(long delayNanos, Runnable action) {
        Timer timer = new Timer(nanos + delayNanos, numbers++, action);
        timers.add(timer);
        return () -> cancel(timer);
    }

    private synchronized void cancel(Timer timer) {
        timers.remove(timer);
    }

    @Override
    public synchronized void executeBlocking(Runnable action) {
        blocking.add(action);
    }

    /** Moves the clock, running on this thread, in the order and at the time of each, the timers that become due. */
    public void advance(Duration by) {
        long end = nanoTime() + by.toNanos();
        Timer next;
        while ((next = nextUpTo(end)) != null) {
            next.action().run();
        }
    }

    private synchronized Timer nextUpTo(long end) {
        Timer first = timers.peek();
        if (first == null || first.due() > end) {
            nanos = end;
            return null;
        }
        nanos = Math.max(nanos, first.due());
        return timers.poll();
    }

    /**
     * Runs on this thread what was given to {@link #executeBlocking}, and what that adds.
     *
     * @return how many actions
     */
    public int runBlocking() {
        int count = 0;
        Runnable next;
        while ((next = nextBlocking()) != null) {
            next.run();
            count++;
        }
        return count;
    }

    private synchronized Runnable nextBlocking() {
        return blocking.poll();
    }

    /** Timers that wait. */
    public synchronized int timers() {
        return timers.size();
    }

    private static final class PermitParker implements Parker {
        private final Semaphore permit = new Semaphore(0);

        @Override
        public void park() {
            try {
                permit.acquire();
                permit.drainPermits();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void parkNanos(long nanos) {
            try {
                permit.tryAcquire(nanos, TimeUnit.NANOSECONDS);
                permit.drainPermits();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void unpark() {
            permit.release();
        }
    }
}
