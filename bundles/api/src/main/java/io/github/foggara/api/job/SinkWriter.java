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
     * <p>Nobody tells the writer whether the checkpoint became complete: what it prepared for one that was given up is published
     * with a later one, for the engine keeps it. What it throws fails the task.
     *
     * @param checkpoint its id, growing; not every one becomes complete
     * @return committables of what is new since the last call; they stand in the checkpoint, perhaps with earlier ones
     * @throws UnsupportedOperationException if it cannot publish by checkpoints, before it changed anything: the task goes on
     */
    default List<byte[]> prepareCommit(long checkpoint) throws Exception {
        throw new UnsupportedOperationException("The sink publishes only at the end of its job, not by checkpoints");
    }

    /**
     * All input was written: make it durable.
     *
     * @return committables of what is new since the last checkpoint: opaque bytes that tell the committer what to publish; it
     *     gets those of the one attempt per subtask that finished, also those prepared before and perhaps published already
     */
    List<byte[]> finish() throws Exception;

    /**
     * Exactly once after {@link #open}, also on failure and cancel; without a {@link #finish} nothing may stay but what was prepared
     * for a checkpoint.
     */
    void close() throws Exception;
}
