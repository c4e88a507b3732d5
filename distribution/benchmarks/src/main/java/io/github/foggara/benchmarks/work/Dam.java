package io.github.foggara.benchmarks.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Holds the sources of {@link Workload#STATE} at a known record, so that it is known what a checkpoint contains. Each source emits a share
 * of the numbers, the multiples of {@code share} being their first ones. {@link #last} and {@link #reached} are called by the tasks,
 * the others by the thread that measures.
 */
public final class Dam {
    private static volatile Held held;

    private Dam() {}

    private record Held(long share, long records, CountDownLatch missing) {}

    /** No source goes further than that many records of its share. */
    public static void close(int sources, long share, long records) {
        held = new Held(share, records, new CountDownLatch(sources));
    }

    /** For jobs that are submitted from now on. */
    public static void open() {
        held = null;
    }

    /**
     * Waits until each source has emitted all it may.
     *
     * @throws IllegalStateException if it takes too long
     */
    public static void awaitHeld(long limitSeconds) throws InterruptedException {
        if (!held.missing.await(limitSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException("The sources are not through after " + limitSeconds + " s");
        }
    }

    /** The last number that may be emitted of those from {@code next} to {@code last}; less than {@code next} if none may. */
    public static long last(long next, long last) {
        Held now = held;
        return now == null ? last : Math.min(last, next - next % now.share + now.records - 1);
    }

    /** A source has emitted all it may; said once by each. */
    public static void reached() {
        held.missing.countDown();
    }
}
