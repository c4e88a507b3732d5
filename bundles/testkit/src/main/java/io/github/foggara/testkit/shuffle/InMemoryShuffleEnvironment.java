package io.github.foggara.testkit.shuffle;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.types.RecordCodec;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/** All channels of the reference, under its own monitor; bells are rung outside it. */
final class InMemoryShuffleEnvironment implements ShuffleEnvironment {
    private final InMemoryShuffleService limits;
    private final Map<ResultPartitionId, Map<Integer, InMemoryChannel>> partitions = new HashMap<>();
    private final Map<ResultPartitionId, InMemoryResultPartition> producers = new HashMap<>();
    private boolean closed;

    InMemoryShuffleEnvironment(InMemoryShuffleService limits) {
        this.limits = limits;
    }

    @Override
    public synchronized ResultPartition createPartition(
            PartitionDescriptor partition, Supplier<RecordCodec<Object>> codecs, Waker owner) {
        checkOpen();
        if (producers.containsKey(partition.id())) {
            throw new IllegalStateException("Partition " + partition.id() + " exists already");
        }
        List<InMemoryChannel> channels = new ArrayList<>();
        for (int i = 0; i < partition.subpartitions(); i++) {
            channels.add(channel(partition.id(), i));
        }
        InMemoryResultPartition made = new InMemoryResultPartition(partition.id(), this, limits, owner, channels);
        channels.forEach(channel -> channel.producer = made);
        producers.put(partition.id(), made);
        return made;
    }

    @Override
    public InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner) {
        InMemoryInputGate gate = new InMemoryInputGate(this, consumer.attempt(), owner);
        List<InMemoryInputGate> fenced = new ArrayList<>();
        synchronized (this) {
            checkOpen();
            for (ChannelDescriptor channel : channels) {
                InMemoryChannel of = channel(channel.partition().id(), channel.subpartition());
                InMemoryInputGate old = of.reader;
                gate.attach(of);
                if (old != null) {
                    fenced.add(old);
                }
            }
        }
        fenced.forEach(old -> old.ring(true));
        return gate;
    }

    private InMemoryChannel channel(ResultPartitionId id, int subpartition) {
        return partitions
                .computeIfAbsent(id, key -> new TreeMap<>())
                .computeIfAbsent(subpartition, key -> new InMemoryChannel(id));
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("The shuffle environment is closed");
        }
    }

    boolean knows(InMemoryResultPartition partition) {
        return producers.get(partition.id()) == partition;
    }

    void ringReader(InMemoryChannel channel) {
        InMemoryInputGate reader;
        synchronized (this) {
            reader = channel.reader;
        }
        if (reader != null) {
            reader.ring(false);
        }
    }

    void fail(Collection<InMemoryChannel> channels, String message, Throwable cause) {
        List<InMemoryInputGate> readers = new ArrayList<>();
        synchronized (this) {
            for (InMemoryChannel channel : channels) {
                channel.fail(message, cause);
                if (channel.reader != null) {
                    readers.add(channel.reader);
                }
            }
        }
        readers.forEach(reader -> reader.ring(true));
    }

    @Override
    public void releasePartition(ResultPartitionId id) {
        Map<Integer, InMemoryChannel> channels;
        synchronized (this) {
            producers.remove(id);
            channels = partitions.remove(id);
            if (channels == null) {
                return;
            }
            channels.values().forEach(InMemoryChannel::clear);
        }
        fail(channels.values(), "Partition " + id + " was released", null);
    }

    @Override
    public synchronized long bufferedBytes() {
        return partitions.values().stream()
                .flatMap(channels -> channels.values().stream())
                .mapToLong(channel -> channel.bytes)
                .sum();
    }

    @Override
    public void close() {
        List<ResultPartitionId> ids;
        synchronized (this) {
            closed = true;
            ids = new ArrayList<>(partitions.keySet());
        }
        ids.forEach(this::releasePartition);
    }
}
