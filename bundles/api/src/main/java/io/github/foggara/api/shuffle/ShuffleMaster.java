package io.github.foggara.api.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the JobMaster's side; tells where partitions are. Thread: the job's main thread only. Never blocks. A failure
 * fails the job.
 */
@ProviderType
public interface ShuffleMaster extends AutoCloseable {
    /**
     * Called once per producer attempt and output, before the producer is deployed.
     *
     * @param producerLocation {@link ShuffleEnvironment#location()} of where the producer will run; empty if all its readers
     *     run there too
     */
    ShuffleDescriptor registerPartition(PartitionDescriptor partition, byte[] producerLocation);

    /** The partition is not needed any more; idempotent, unknown ids are ignored. */
    void releasePartition(ResultPartitionId id);

    @Override
    void close();
}
