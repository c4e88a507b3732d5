package io.github.foggara.api.job;

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
}
