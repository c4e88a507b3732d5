package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ResultPartition;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * The local exchange with a wire. Partitions and the channels between tasks of this environment are the local exchange's own; no socket and no
 * thread exists until somebody asks where this environment is, or a channel leads elsewhere. Thread-safe.
 */
final class NettyShuffleEnvironment implements ShuffleEnvironment {
    private final NettyShuffleOptions options;
    private final LocalShuffleEnvironment local;
    private final EngineRuntime runtime;
    private final Optional<ClusterAccess> cluster;
    private final JobTokens tokens;
    private final AtomicBoolean networked;
    private final Counters counters = new Counters();
    private final Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs = new ConcurrentHashMap<>();
    private Network network;
    private boolean closed;

    /**
     * @param networked set when it has sockets and threads for the first time
     */
    NettyShuffleEnvironment(
            NettyShuffleOptions options,
            LocalShuffleEnvironment local,
            ShuffleContext context,
            AtomicBoolean networked) {
        this.options = options;
        this.local = local;
        this.networked = networked;
        this.runtime = context.runtime();
        this.cluster = context.cluster();
        this.tokens = context.tokens();
    }

    @Override
    public byte[] location() {
        return cluster.isPresent() ? network().location().encode() : new byte[0];
    }

    /** Starts it if it is the first time. */
    private synchronized Network network() {
        checkOpen();
        if (network == null) {
            ClusterAccess access = cluster.orElseThrow(() -> new IllegalStateException(
                    "This shuffle environment was made for tasks of one container: it reaches no other"));
            networked.set(true);
            network = new Network(options, local, codecs, counters, runtime, access, tokens);
        }
        return network;
    }

    private synchronized Network networkIfAny() {
        return network;
    }

    private void checkOpen() {
        if (closed) {
            throw new IllegalStateException("The shuffle environment is closed");
        }
    }

    @Override
    public ResultPartition createPartition(
            PartitionDescriptor partition, Supplier<RecordCodec<Object>> makes, Waker owner) {
        boolean first = codecs.putIfAbsent(partition.id(), makes) == null;
        Network there = networkIfAny();
        if (there != null) {
            there.consumers().made(partition.id());
        }
        try {
            return local.createPartition(partition, makes, owner);
        } catch (RuntimeException e) {
            if (first) {
                codecs.remove(partition.id());
            }
            throw e;
        }
    }

    @Override
    public InputGate createGate(
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> makes,
            Waker owner) {
        boolean allHere =
                channels.stream().allMatch(channel -> channel.partition().pluginData().length == 0);
        return allHere
                ? local.createGate(consumer, channels, makes, owner)
                : createGate(network(), consumer, channels, makes, owner);
    }

    private InputGate createGate(
            Network there,
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> makes,
            Waker owner) {
        return there.producers().createGate(this, there.location(), consumer, channels, makes, owner);
    }

    /** The gate of that receiver is closed. */
    void end(ChannelReceiver receiver) {
        Network there = networkIfAny();
        if (there != null) {
            there.producers().end(receiver);
        }
    }

    @Override
    public void releasePartition(ResultPartitionId id) {
        codecs.remove(id);
        local.releasePartition(id);
        Network there = networkIfAny();
        if (there != null) {
            there.consumers().release(id);
        }
    }

    /** Elements in queues and, as they are encoded, those on their way to readers elsewhere or received and not read. */
    @Override
    public long bufferedBytes() {
        return local.bufferedBytes()
                + counters.sending().get()
                + counters.receiving().get();
    }

    Counters counters() {
        return counters;
    }

    /** For tests; null while there is none. */
    Network startedNetwork() {
        return networkIfAny();
    }

    @Override
    public void close() {
        Network last;
        synchronized (this) {
            closed = true;
            last = network;
            network = null;
        }
        local.close();
        codecs.clear();
        if (last != null) {
            last.close();
        }
    }
}
