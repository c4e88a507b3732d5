package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the queues one producer attempt writes, one per consumer subtask. Thread: the producing task, except
 * {@link #fail} (any). No method blocks. A failure of a consumer shows only as missing room.
 */
@ProviderType
public interface ResultPartition extends AutoCloseable {
    ResultPartitionId id();

    int subpartitions();

    /**
     * Appends one whole record, which the partition may hand over as the same object. It is visible to a reader that is
     * awake at once; a parked one is rung by {@link #flush} or when a batch is full.
     *
     * @param bytes estimated size, at least 1
     */
    void append(int subpartition, Object record, int bytes);

    /** Appends an event to every subpartition and flushes. */
    void broadcast(ChannelEvent event);

    /** Whether every subpartition has room for one more record. Cheap: asked before each record. */
    boolean hasRoom();

    /** Whether a subpartition holds more than the overshoot limit: the task must wait even inside user code. */
    boolean overshot();

    /** Rings every parked reader that has something new: when the task is about to wait, or a source's burst has ended. */
    void flush();

    /** Records appended to the subpartition since the partition was made: the next sequence number. */
    long appended(int subpartition);

    /** Whether every reader has processed {@code EndOfData}. */
    boolean allDataProcessed();

    /** Readers get {@link PartitionFailedException} with this cause. Any thread; idempotent. */
    void fail(Throwable cause);

    /** The producer task is done with it; what is unread stays readable until released. Idempotent. */
    @Override
    void close();
}
