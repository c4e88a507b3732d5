package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Waker;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.StaleConsumerException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.shuffle.local.Inlet;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/**
 * What this environment reads from others. Thread-safe by one lock, taken when gates are made and closed; nobody is woken or waited for
 * under it. What a receiver does happens in the net thread of its peer.
 */
final class RemoteProducers {
    private record Key(ResultPartitionId partition, int subpartition) {}

    /** A process that is read from. Under the lock. */
    private static final class Reading {
        private final ProducerPeer peer;
        private int receivers;
        /** Counts how often it was read from again; what was decided before does not count. */
        private int generation;

        Reading(ProducerPeer peer) {
            this.peer = peer;
        }
    }

    private final SecureTransport transport;
    private final EngineRuntime runtime;
    private final LocalShuffleEnvironment local;
    private final JobTokens tokens;
    private final NettyShuffleOptions options;
    private final Counters counters;
    private final Map<Location, Reading> peers = new HashMap<>();
    private final Map<Key, ChannelReceiver> current = new HashMap<>();
    private int views;
    private boolean closed;

    RemoteProducers(
            SecureTransport transport,
            EngineRuntime runtime,
            LocalShuffleEnvironment local,
            JobTokens tokens,
            NettyShuffleOptions options,
            Counters counters) {
        this.transport = transport;
        this.runtime = runtime;
        this.local = local;
        this.tokens = tokens;
        this.options = options;
        this.counters = counters;
    }

    InputGate createGate(
            NettyShuffleEnvironment environment,
            Location here,
            ExecutionAttemptId consumer,
            List<ChannelDescriptor> channels,
            Supplier<RecordCodec<Object>> codecs,
            Waker owner) {
        List<ChannelReceiver> older = new ArrayList<>();
        List<ChannelReceiver> receivers;
        InputGate gate;
        synchronized (this) {
            Map<Integer, ChannelReceiver> made = receivers(here, consumer, channels);
            Map<Integer, Inlet> inlets = new HashMap<>();
            made.forEach((channel, receiver) -> inlets.put(channel, receiver.inlet()));
            gate = local.createGate(consumer, channels, inlets, codecs, owner);
            receivers = List.copyOf(made.values());
            for (ChannelReceiver receiver : receivers) {
                Reading reading = peers.get(receiver.peer().location());
                reading.receivers++;
                reading.generation++;
                ChannelReceiver old = current.put(key(receiver), receiver);
                if (old != null) {
                    older.add(old);
                }
            }
        }
        older.forEach(this::detach);
        receivers.forEach(
                receiver -> receiver.peer().execute(() -> receiver.peer().open(receiver)));
        return new NettyInputGate(gate, receivers, environment);
    }

    /** Null if it is read from this environment. */
    private static Location elsewhere(ChannelDescriptor channel, Location here) {
        byte[] data = channel.partition().pluginData();
        Location producer = data.length == 0 ? here : Location.decode(data);
        return producer.equals(here) ? null : producer;
    }

    private Map<Integer, ChannelReceiver> receivers(
            Location here, ExecutionAttemptId consumer, List<ChannelDescriptor> channels) {
        if (closed) {
            throw new IllegalStateException("The shuffle environment is closed");
        }
        Map<Integer, ChannelReceiver> made = new HashMap<>();
        for (int i = 0; i < channels.size(); i++) {
            ChannelDescriptor channel = channels.get(i);
            Location producer = elsewhere(channel, here);
            if (producer != null) {
                ResultPartitionId partition = channel.partition().id();
                checkNewer(consumer, new Key(partition, channel.subpartition()));
                made.put(i, receiver(partition, channel.subpartition(), consumer, peer(producer)));
            }
        }
        return made;
    }

    private ProducerPeer peer(Location producer) {
        return peers.computeIfAbsent(
                        producer,
                        p -> new Reading(new ProducerPeer(
                                p, transport, runtime, options.reconnect(), counters, done -> over(p))))
                .peer;
    }

    /** One view less is read there; who is not read from for a while is left. The peer's net thread. */
    private void over(Location producer) {
        int generation;
        synchronized (this) {
            Reading reading = peers.get(producer);
            if (reading == null || --reading.receivers > 0) {
                return;
            }
            generation = reading.generation;
        }
        runtime.schedule(options.reconnect().toNanos(), () -> leave(producer, generation));
    }

    private void leave(Location producer, int generation) {
        ProducerPeer left;
        synchronized (this) {
            Reading reading = peers.get(producer);
            if (reading == null || reading.receivers > 0 || reading.generation != generation) {
                return;
            }
            left = peers.remove(producer).peer;
        }
        left.execute(() -> left.close(() -> {}));
    }

    private ChannelReceiver receiver(
            ResultPartitionId partition, int subpartition, ExecutionAttemptId consumer, ProducerPeer peer) {
        Wire.Attach request = new Wire.Attach(views++, partition, subpartition, consumer, options.credit());
        return new ChannelReceiver(request, token(consumer.job()), peer, options, counters);
    }

    private byte[] token(JobId job) {
        return tokens.token(job)
                .orElseThrow(() -> new IllegalStateException(
                        "Job " + job + " has no token here, so it can read nothing from other containers"));
    }

    private void checkNewer(ExecutionAttemptId consumer, Key key) {
        ChannelReceiver reader = current.get(key);
        if (reader != null && reader.request().consumer().attempt() >= consumer.attempt()) {
            counters.stale().incrementAndGet();
            throw new StaleConsumerException("Attempt " + consumer.attempt() + " may not read subpartition "
                    + key.subpartition + " of " + key.partition + ": attempt "
                    + reader.request().consumer().attempt() + " has attached");
        }
    }

    private static Key key(ChannelReceiver receiver) {
        return new Key(receiver.request().partition(), receiver.request().subpartition());
    }

    /** A connection that was made here has proved itself. Net thread. */
    void established(SecureChannel secured) {
        ProducerPeer expected;
        synchronized (this) {
            expected = peers.values().stream()
                    .map(reading -> reading.peer)
                    .filter(peer -> peer.is(secured.peer().container()))
                    .findFirst()
                    .orElse(null);
        }
        if (expected == null) {
            secured.close("another process was expected");
        } else {
            expected.established(secured);
        }
    }

    /** Its gate is closed. */
    void end(ChannelReceiver receiver) {
        boolean last;
        synchronized (this) {
            last = current.remove(key(receiver), receiver);
        }
        if (last) {
            detach(receiver);
        }
    }

    /** What it claimed is exact from here on, so the next view, here or elsewhere, begins right behind it. */
    private void detach(ChannelReceiver receiver) {
        long claimed = receiver.fence();
        receiver.peer().execute(() -> receiver.peer().close(receiver, claimed));
    }

    /** For tests. */
    synchronized List<ProducerPeer> peers() {
        return peers.values().stream().map(reading -> reading.peer).toList();
    }

    /**
     * Fails what is read.
     *
     * @return counts down as the connections close
     */
    CountDownLatch close() {
        List<ProducerPeer> all;
        synchronized (this) {
            closed = true;
            all = peers();
            peers.clear();
            current.clear();
        }
        CountDownLatch open = new CountDownLatch(all.size());
        all.forEach(peer -> peer.execute(() -> peer.close(open::countDown)));
        return open;
    }
}
