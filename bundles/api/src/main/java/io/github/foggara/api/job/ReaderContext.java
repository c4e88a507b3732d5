package io.github.foggara.api.job;

import io.github.foggara.api.function.RuntimeContext;
import org.osgi.annotation.versioning.ProviderType;

/** What a reader may do. Task thread, except {@link #wake()}. */
@ProviderType
public interface ReaderContext extends RuntimeContext {
    /** Asks the enumerator for one more split; the answer comes by {@code addSplits} or {@code noMoreSplits}. */
    void requestSplit();

    /** Work done by this attempt so far, in units of the enumerator's total (bytes for files). */
    void progress(long units);

    /** Any thread: the next poll has something. */
    void wake();
}
