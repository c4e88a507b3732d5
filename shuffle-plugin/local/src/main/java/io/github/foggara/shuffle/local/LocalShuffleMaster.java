package io.github.foggara.shuffle.local;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleMaster;

/** In one process a partition's id says where it is, so there is nothing to keep. */
final class LocalShuffleMaster implements ShuffleMaster {
    @Override
    public ShuffleDescriptor registerPartition(PartitionDescriptor partition, byte[] producerLocation) {
        return new ShuffleDescriptor(partition.id(), LocalShuffleService.NAME, new byte[0]);
    }

    @Override
    public void releasePartition(ResultPartitionId id) {
        // What the partition holds belongs to the environment, which is told by the TaskExecutor.
    }

    @Override
    public void close() {}
}
