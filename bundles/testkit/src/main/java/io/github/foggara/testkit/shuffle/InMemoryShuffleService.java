package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleMaster;
import io.github.foggara.api.shuffle.ShuffleService;
import java.util.List;
import java.util.Set;

/**
 * The reference: one lock, one deque per channel, nothing clever. For tests of the kernel, and to show that the contract
 * can be kept by something one can read.
 *
 * @param maxRecords a channel is full with so many unread records
 * @param maxBytes a channel is full with so many unread bytes
 * @param overshootBytes unread bytes above {@code maxBytes} at which a task must wait inside user code
 */
public record InMemoryShuffleService(int maxRecords, long maxBytes, long overshootBytes) implements ShuffleService {
    private static final String NAME = "memory";

    /** With limits that fit unit tests. */
    public InMemoryShuffleService() {
        this(256, 32 * 1024, 32 * 1024);
    }

    @Override
    public Set<String> capabilities() {
        return Set.of("reattach");
    }

    @Override
    public OptionSet options() {
        return new OptionSet("shuffle " + NAME, List.of());
    }

    @Override
    public ShuffleMaster createMaster(ShuffleContext context) {
        return new Master();
    }

    @Override
    public ShuffleEnvironment createEnvironment(ShuffleContext context) {
        return new InMemoryShuffleEnvironment(this);
    }

    private static final class Master implements ShuffleMaster {
        @Override
        public ShuffleDescriptor registerPartition(PartitionDescriptor partition, byte[] producerLocation) {
            return new ShuffleDescriptor(partition.id(), NAME, new byte[0]);
        }

        @Override
        public void releasePartition(ResultPartitionId id) {
            // The environment holds the data and is told by the TaskExecutor.
        }

        @Override
        public void close() {}
    }
}
