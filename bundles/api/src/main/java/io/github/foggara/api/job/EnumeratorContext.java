package io.github.foggara.api.job;

import java.time.Duration;
import org.osgi.annotation.versioning.ProviderType;

/** What an enumerator may do. Coord thread only. */
@ProviderType
public interface EnumeratorContext<S> {
    /** Number of readers. */
    int parallelism();

    void assign(int subtask, S split);

    /** The reader will get no further split; it ends after those it has. */
    void noMoreSplits(int subtask);

    /** Size of the whole input in the unit of {@link ReaderContext#progress}, for the share shown to users; -1 = unknown. */
    void totalWork(long units);

    /**
     * Runs the action once on the coord thread, not before the delay is over, and not after {@link SplitEnumerator#close}. What it
     * throws fails the job.
     *
     * @param delay 0 or more
     */
    default void callAfter(Duration delay, Action action) {
        throw new UnsupportedOperationException("There are no timers where this enumerator runs");
    }

    /** May block and throw, as the methods of an enumerator may. */
    interface Action {
        void run() throws Exception;
    }
}
