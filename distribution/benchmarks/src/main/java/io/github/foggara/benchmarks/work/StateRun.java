package io.github.foggara.benchmarks.work;

import java.nio.file.Path;
import java.util.List;

/** A job of {@link Workload#STATE} that was submitted. Any thread. */
public interface StateRun {
    /**
     * How its checkpoints are taken.
     *
     * @param directory where they are kept
     * @param intervalMillis from one to the next; 0 for none
     * @param from the one to begin from; null for none
     */
    record Checkpoints(Path directory, long intervalMillis, Path from) {
        /** Whether there is anything to be set at all. */
        public boolean any() {
            return intervalMillis > 0 || from != null;
        }
    }

    /**
     * A checkpoint that is complete.
     *
     * @param triggeredMillis wall-clock milliseconds since the epoch
     * @param durationMillis from its trigger to its completion, as the engine tells
     * @param directory what it occupies, as far as it is not kept elsewhere
     */
    record Taken(long id, long triggeredMillis, long durationMillis, Path directory) {}

    /** Waits for its end. */
    Totals await() throws Exception;

    /** The newest of those that are complete, the newest last; ten at least, if there are as many. */
    List<Taken> taken() throws Exception;

    /** Cancels it and waits for its end; the newest checkpoint stays. */
    void cancel() throws Exception;
}
