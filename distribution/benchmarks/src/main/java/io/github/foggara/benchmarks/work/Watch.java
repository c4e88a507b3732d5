package io.github.foggara.benchmarks.work;

import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Watches one subtask behind the shuffle of {@link Workload#STATE}: when it has its first record, and how long it takes at most for
 * {@value #STRIDE} records, which tells when it stood still. Used by the subtask's thread; the static methods by the one that measures.
 */
public final class Watch {
    /** The clock costs as much as a record, so it is not read for each. */
    private static final int STRIDE = 64;

    private static final int MOST_SUBTASKS = 1024;
    private static final double MILLION = 1e6;
    private static final AtomicLongArray FIRST = new AtomicLongArray(MOST_SUBTASKS);
    private static final AtomicLongArray LONGEST = new AtomicLongArray(MOST_SUBTASKS);

    private final int subtask;
    private long records;
    private long before;
    private long longest;

    public Watch(int subtask) {
        this.subtask = subtask;
    }

    /** A record is about to be processed. */
    public void record() {
        if (records++ % STRIDE == 0) {
            look();
        }
    }

    private void look() {
        long now = System.nanoTime();
        if (before == 0) {
            FIRST.set(subtask, now);
        } else {
            longest = Math.max(longest, now - before);
        }
        before = now;
    }

    /** The subtask closes. */
    public void end() {
        LONGEST.set(subtask, longest);
    }

    // ---- for the one that measures

    /** Before a job is submitted. */
    public static void begin() {
        for (int i = 0; i < MOST_SUBTASKS; i++) {
            FIRST.set(i, 0);
            LONGEST.set(i, 0);
        }
    }

    /** After the job's end: milliseconds that a subtask needed for so many records at most. */
    public static double longestMillis() {
        long longest = 0;
        for (int i = 0; i < MOST_SUBTASKS; i++) {
            longest = Math.max(longest, LONGEST.get(i));
        }
        return longest / MILLION;
    }

    /**
     * After the job's end: milliseconds from a moment of {@link System#nanoTime} until the last subtask had its first record.
     *
     * @throws IllegalStateException if one had none
     */
    public static double allFirstMillis(long since, int subtasks) {
        long last = since;
        for (int i = 0; i < subtasks; i++) {
            long first = FIRST.get(i);
            if (first == 0) {
                throw new IllegalStateException("Subtask " + i + " had no record");
            }
            last = Math.max(last, first);
        }
        return (last - since) / MILLION;
    }
}
