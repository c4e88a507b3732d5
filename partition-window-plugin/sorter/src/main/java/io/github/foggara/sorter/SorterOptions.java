package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.SpillSpace;
import java.util.Objects;
import java.util.concurrent.Executor;

/**
 * What a sorter works with.
 *
 * @param memory bytes that it may use for all that grows with the data, at least {@link #LEAST_MEMORY}
 * @param maxFan how many runs are merged at once at most, at least 2
 * @param space where runs are spilled; not asked before memory is full
 * @param executor runs blocking work on another thread, one piece at a time: {@code context::execute} in an operator
 * @param waiting waits for it
 */
public record SorterOptions(long memory, int maxFan, SpillSpace space, Executor executor, Waiting waiting) {
    /** In bytes: twelve pages of the smallest size. */
    public static final long LEAST_MEMORY = (long) Shares.PAGES_AT_LEAST * Shares.SMALLEST_PAGE;

    public SorterOptions {
        Objects.requireNonNull(space, "space");
        Objects.requireNonNull(executor, "executor");
        Objects.requireNonNull(waiting, "waiting");
        if (memory < LEAST_MEMORY) {
            throw new IllegalArgumentException(
                    "A sorter needs at least " + LEAST_MEMORY + " bytes of memory, and was given " + memory + ".");
        }
        if (maxFan < 2) {
            throw new IllegalArgumentException("A sorter merges at least 2 runs at once, and was told " + maxFan + ".");
        }
    }
}
