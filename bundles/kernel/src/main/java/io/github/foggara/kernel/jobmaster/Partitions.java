package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleMaster;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The partitions of one life, registered with its shuffle service. Main thread only. */
final class Partitions {
    private final ShuffleMaster master;
    private final Map<ResultPartitionId, ShuffleDescriptor> descriptors = new HashMap<>();
    private final Map<ExecutionAttemptId, List<ResultPartitionId>> byProducer = new HashMap<>();

    Partitions(ShuffleMaster master) {
        this.master = master;
    }

    /**
     * @param location of the shuffle environment that the producer will run in
     */
    void register(PartitionDescriptor partition, byte[] location) {
        descriptors.put(partition.id(), master.registerPartition(partition, location));
        byProducer
                .computeIfAbsent(partition.id().producer(), p -> new ArrayList<>())
                .add(partition.id());
    }

    /** Where that partition is; it was registered. */
    ShuffleDescriptor descriptor(ResultPartitionId id) {
        return descriptors.get(id);
    }

    /** Another attempt takes the place of this one: nobody needs what it wrote. */
    List<ResultPartitionId> release(ExecutionAttemptId producer) {
        List<ResultPartitionId> ids = byProducer.remove(producer);
        if (ids == null) {
            return List.of();
        }
        for (ResultPartitionId id : ids) {
            descriptors.remove(id);
            master.releasePartition(id);
        }
        return ids;
    }

    /** Lets go of all of them. */
    void close() {
        try {
            descriptors.keySet().forEach(master::releasePartition);
        } finally {
            descriptors.clear();
            byProducer.clear();
            master.close();
        }
    }
}
