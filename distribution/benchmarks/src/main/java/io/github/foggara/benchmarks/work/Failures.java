package io.github.foggara.benchmarks.work;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Lets a task of {@link Workload#RESTART} fail and notes when each task is at work again: these engines run in the process that measures
 * them. The methods for tasks are called by their threads, the others by the one that measures.
 */
public final class Failures {
    /** Vertex of the sources, and of the tasks behind the shuffle. */
    public static final int SOURCE = 0;

    public static final int KEYED = 1;

    private static final int VICTIM = 0;
    private static final int MOST_SUBTASKS = 1024;
    private static final double MILLION = 1e6;
    private static final AtomicLongArray FIRSTS = new AtomicLongArray(2 * MOST_SUBTASKS);

    private static volatile CountDownLatch missing = new CountDownLatch(0);
    private static volatile boolean due;
    private static volatile boolean twice;
    private static volatile long thrown;

    private Failures() {}

    /**
     * From the thrown exception on.
     *
     * @param failed milliseconds until the task that failed had its first record
     * @param all milliseconds until the last task had its first record
     */
    public record Times(double failed, double all) {}

    // ---- for tasks

    /** An attempt has its first record. */
    public static void first(int vertex, int subtask) {
        long now = System.nanoTime();
        if (!FIRSTS.compareAndSet(vertex * MOST_SUBTASKS + subtask, 0, now)) {
            twice = true;
        }
        missing.countDown();
    }

    /** Before each record behind the shuffle. */
    public static void failIfDue(int subtask) {
        if (subtask == VICTIM && due) {
            due = false;
            thrown = System.nanoTime();
            throw new IllegalStateException("On purpose");
        }
    }

    // ---- for the one that measures

    /** So many attempts begin. */
    public static void expect(int parallelism) {
        for (int i = 0; i < FIRSTS.length(); i++) {
            FIRSTS.set(i, 0);
        }
        twice = false;
        missing = new CountDownLatch(2 * parallelism);
    }

    /**
     * Waits until each of them has had a record.
     *
     * @throws IllegalStateException if it takes too long, or if there were more attempts
     */
    public static void awaitFirsts(long limitSeconds) throws InterruptedException {
        if (!missing.await(limitSeconds, TimeUnit.SECONDS)) {
            throw new IllegalStateException(missing.getCount() + " tasks have no record after " + limitSeconds + " s");
        }
        if (twice) {
            throw new IllegalStateException("A task began more than once");
        }
    }

    /** Lets one task throw, and waits until every task of the job has had a record in a new attempt. */
    public static Times failOnce(int parallelism, long limitSeconds) throws InterruptedException {
        expect(parallelism);
        due = true;
        awaitFirsts(limitSeconds);
        long last = thrown;
        for (int i = 0; i < FIRSTS.length(); i++) {
            long first = FIRSTS.get(i);
            last = first == 0 ? last : Math.max(last, first);
        }
        long victim = FIRSTS.get(KEYED * MOST_SUBTASKS + VICTIM);
        return new Times((victim - thrown) / MILLION, (last - thrown) / MILLION);
    }
}
