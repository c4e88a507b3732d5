package io.github.foggara.benchmarks.work;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * How many records one source of {@link Workload#RESTART} may have emitted: a backlog at once, as after a restart, then some a second, and the
 * rest when all are told to finish. Made by one thread and used by it; a thread of the process wakes it in between.
 */
public final class Trickle implements AutoCloseable {
    private static final long BACKLOG = 256;
    private static final long TICK_MILLIS = 10;
    private static final double NANOS = 1e9;

    private static final List<Runnable> WAITING = new CopyOnWriteArrayList<>();

    private static volatile boolean finishing;

    private final double rate;
    private final long total;
    private final Runnable wake;
    private final long begin = System.nanoTime();

    /**
     * @param rate records per second after the backlog
     * @param total records of the source
     * @param wake called every few milliseconds
     */
    public Trickle(double rate, long total, Runnable wake) {
        this.rate = rate;
        this.total = total;
        this.wake = wake;
        WAITING.add(wake);
    }

    /** Starts the thread that wakes. */
    public static ScheduledExecutorService tick() {
        ScheduledExecutorService ticker = Executors.newSingleThreadScheduledExecutor(r -> {
            Thread thread = new Thread(r, "tick");
            thread.setDaemon(true);
            return thread;
        });
        ticker.scheduleAtFixedRate(
                () -> WAITING.forEach(Runnable::run), TICK_MILLIS, TICK_MILLIS, TimeUnit.MILLISECONDS);
        return ticker;
    }

    /** Whether sources are to emit what is left and end. */
    public static void finishing(boolean now) {
        finishing = now;
    }

    /** So many may have been emitted by now. */
    public long due() {
        // One short of the total: the job ends only when it is told to.
        return finishing ? total : Math.min(total - 1, BACKLOG + (long) ((System.nanoTime() - begin) / NANOS * rate));
    }

    @Override
    public void close() {
        WAITING.remove(wake);
    }
}
