package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.types.RecordCodec;
import java.util.List;
import java.util.function.Supplier;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the TaskExecutor's side; makes partitions and gates for tasks. Thread: exec or task, thread-safe. Never
 * blocks. A consumer may come before its producer: its channel connects when the partition is made, without polling.
 */
@ProviderType
public interface ShuffleEnvironment extends AutoCloseable {
    /**
     * Where others reach what is made here, for {@link ShuffleMaster#registerPartition}: bytes only the plugin understands.
     * Empty if nobody outside this environment can. May block for a moment, the first time. Idempotent.
     */
    default byte[] location() {
        return new byte[0];
    }

    /**
     * @param codecs makes codecs for the partition's records; see {@link #createGate}
     * @param owner rung when room came back
     * @throws IllegalStateException if the partition exists
     */
    ResultPartition createPartition(
            PartitionDescriptor partition, Supplier<RecordCodec<Object>> codecs, Waker owner);

    /**
     * Makes a gate and attaches a new view to each channel; the newest consumer attempt of a channel wins, an older one
     * is refused with {@link StaleConsumerException}: here if this environment knows of the newer one, else by the gate's first
     * polls.
     *
     * @param codecs makes a codec that one thread at a time uses, for records that come from another process. It is called when the
     *     first record has to be written or read, by any thread, and its codecs are dropped with the gate or partition
     * @param owner rung when an element came
     */
    InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner);

    /** Drops a partition and what it holds; its readers fail. Idempotent. */
    void releasePartition(ResultPartitionId id);

    /** Bytes held in queues now: for metrics and tests. */
    long bufferedBytes();

    @Override
    void close();
}
