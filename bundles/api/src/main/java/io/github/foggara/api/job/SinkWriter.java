package io.github.foggara.api.job;

import java.util.List;
import org.osgi.annotation.versioning.ConsumerType;

/** Writes what must not be visible yet. Task thread only. */
@ConsumerType
public interface SinkWriter<T> {
    void open() throws Exception;

    void write(T record) throws Exception;

    /**
     * A barrier has come: what was written since the last one is to be made durable, and is published when the checkpoint is complete.
     * Records that follow belong to the next.
     *
     * @param checkpoint its id, growing; not every one becomes complete
     * @return committables, which stand in the checkpoint
     * @throws UnsupportedOperationException if it cannot publish by checkpoints
     */
    default List<byte[]> prepareCommit(long checkpoint) throws Exception {
        throw new UnsupportedOperationException("The sink publishes only at the end of its job, not by checkpoints");
    }

    /**
     * All input was written: make it durable.
     *
     * @return committables: opaque bytes that tell the committer what to publish; it gets those of the one attempt per
     *     subtask that finished
     */
    List<byte[]> finish() throws Exception;

    /** Exactly once after {@link #open}, also on failure and cancel; without a {@link #finish} nothing may stay. */
    void close() throws Exception;
}
