package io.github.foggara.benchmarks.work;

import java.util.concurrent.locks.LockSupport;

/** When the records of one source are due: evenly, whatever the source can do. One thread. */
public final class Pace {
    private static final double NANOS = 1e9;
    private static final long LONGEST_NAP = 5_000_000;

    private final double interval;
    private final long begin = System.nanoTime();
    private long emitted;

    /** Records per second of this source. */
    public Pace(double rate) {
        interval = NANOS / rate;
    }

    /** How many are due and not emitted. */
    public long pending() {
        return (long) ((System.nanoTime() - begin) / interval) - emitted;
    }

    /** When the next one is due; it counts as emitted. */
    public long next() {
        return begin + (long) (++emitted * interval);
    }

    /** Sleeps until the next one is due, for those that may. */
    public void nap() {
        long due = begin + (long) ((emitted + 1) * interval);
        LockSupport.parkNanos(Math.min(LONGEST_NAP, due - System.nanoTime()));
    }
}
