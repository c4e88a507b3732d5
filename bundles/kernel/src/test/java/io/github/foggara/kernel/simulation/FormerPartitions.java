package io.github.foggara.kernel.simulation;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** A shuffle whose master hands out where the partition of the former attempt was. */
record FormerPartitions(ShuffleService shuffle) implements ShuffleService {
    private record Place(int vertex, int subtask, int output) {}

    @Override
    public Set<String> capabilities() {
        return shuffle.capabilities();
    }

    @Override
    public OptionSet options() {
        return shuffle.options();
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return shuffle.createEnvironment(context);
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        ShuffleMaster master = shuffle.createMaster(context);
        Map<Place, ShuffleDescriptor> former = new HashMap<>();
        return new ShuffleMaster() {
            @Override
            public ShuffleDescriptor registerPartition(PartitionDescriptor partition, byte[] producerLocation) {
                ResultPartitionId id = partition.id();
                Place place = new Place(id.producer().vertex(), id.producer().subtask(), id.output());
                ShuffleDescriptor right = master.registerPartition(partition, producerLocation);
                return former.computeIfAbsent(place, p -> right);
            }

            @Override
            public void releasePartition(ResultPartitionId id) {
                master.releasePartition(id);
            }

            @Override
            public void close() {
                master.close();
            }
        };
    }
}
