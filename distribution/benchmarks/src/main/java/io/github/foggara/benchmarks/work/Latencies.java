package io.github.foggara.benchmarks.work;

import java.util.concurrent.atomic.AtomicLongArray;

/** A histogram of nanoseconds for the whole process, precise to one in 128. Recorded by the sinks, any thread. */
public final class Latencies {
    private static final int PRECISION = 7;
    private static final int STEPS = 1 << PRECISION;
    private static final AtomicLongArray COUNTS = new AtomicLongArray(64 * STEPS);

    private static volatile boolean recording;

    private Latencies() {}

    /** Forgets what was recorded and begins. */
    public static void begin() {
        for (int i = 0; i < COUNTS.length(); i++) {
            COUNTS.set(i, 0);
        }
        recording = true;
    }

    public static void end() {
        recording = false;
    }

    /** A record that was due at that time of {@link System#nanoTime} has arrived. */
    public static void arrived(long due) {
        if (recording) {
            COUNTS.incrementAndGet(slot(Math.max(1, System.nanoTime() - due)));
        }
    }

    public static long count() {
        long count = 0;
        for (int i = 0; i < COUNTS.length(); i++) {
            count += COUNTS.get(i);
        }
        return count;
    }

    /** That share of the records took so many nanoseconds at most. */
    public static double quantile(double share) {
        long wanted = (long) Math.ceil(count() * share);
        long passed = 0;
        for (int i = 0; i < COUNTS.length(); i++) {
            passed += COUNTS.get(i);
            if (passed >= wanted && passed > 0) {
                return upperBound(i);
            }
        }
        return Double.NaN;
    }

    static int slot(long nanos) {
        int exponent = 63 - Long.numberOfLeadingZeros(nanos);
        if (exponent < PRECISION) {
            return (int) nanos;
        }
        int step = (int) (nanos >>> exponent - PRECISION) - STEPS;
        return (exponent - PRECISION + 1) * STEPS + step;
    }

    static double upperBound(int slot) {
        if (slot < STEPS) {
            return slot;
        }
        int exponent = slot / STEPS - 1 + PRECISION;
        return Math.scalb((double) (slot % STEPS + STEPS + 1), exponent - PRECISION);
    }
}
