package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import java.util.List;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the TaskExecutor's side; makes partitions and gates for tasks. Thread: exec or task, thread-safe. Never
 * blocks. A consumer may come before its producer: its channel connects when the partition is made, without polling.
 */
@ProviderType
public interface ShuffleEnvironment extends AutoCloseable {
    /**
     * @param owner rung when room came back
     * @throws IllegalStateException if the partition exists
     */
    ResultPartition createPartition(PartitionDescriptor partition, Waker owner);

    /**
     * Makes a gate and attaches a new view to each channel; the newest consumer attempt of a channel wins, an older one
     * is refused with {@link StaleConsumerException}.
     *
     * @param owner rung when an element came
     */
    InputGate createGate(ExecutionAttemptId consumer, List<ChannelDescriptor> channels, Waker owner);

    /** Drops a partition and what it holds; its readers fail. Idempotent. */
    void releasePartition(ResultPartitionId id);

    /** Bytes held in queues now: for metrics and tests. */
    long bufferedBytes();

    @Override
    void close();
}
