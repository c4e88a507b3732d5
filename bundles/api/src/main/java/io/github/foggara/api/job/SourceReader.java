package io.github.foggara.api.job;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Reads splits. Task thread only. */
@ConsumerType
public interface SourceReader<T, S> {
    void open() throws Exception;

    /**
     * Emits records for as long as {@link SourceOutput#mayContinue()} is true and there are some, then returns. Must
     * not wait for data: returning {@link InputStatus#NOTHING_AVAILABLE} parks the task until
     * {@link ReaderContext#wake()} or a new split.
     */
    InputStatus poll(SourceOutput<T> out) throws Exception;

    void addSplits(List<S> splits) throws Exception;

    /** No split will follow those already added. */
    void noMoreSplits();

    /** Splits as far as they have not been read: what a restart continues from. */
    List<S> snapshot();

    /** Exactly once after {@link #open}, also on failure and cancel. */
    void close() throws Exception;
}
