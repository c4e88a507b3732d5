package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleMaster;

/** A partition is where its producer runs, so there is nothing to keep. */
final class NettyShuffleMaster implements ShuffleMaster {
    @Override
    public ShuffleDescriptor registerPartition(PartitionDescriptor partition, byte[] producerLocation) {
        return new ShuffleDescriptor(partition.id(), NettyShuffleService.NAME, producerLocation.clone());
    }

    @Override
    public void releasePartition(ResultPartitionId id) {
        // What the partition holds belongs to the environment, which is told by the TaskExecutor.
    }

    @Override
    public void close() {}
}
