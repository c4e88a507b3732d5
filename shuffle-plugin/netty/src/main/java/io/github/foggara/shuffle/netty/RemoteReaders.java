package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import io.github.foggara.shuffle.netty.transport.Link;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

/** Who reads from this environment, and the senders of what they read. Thread-safe. */
final class RemoteReaders {
    private record Key(ResultPartitionId partition, int subpartition) {}

    private final LocalShuffleEnvironment local;
    private final Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs;
    private final Counters counters;
    private final EngineRuntime runtime;
    private final Duration limit;
    private final Map<ContainerId, ReaderSession> sessions = new ConcurrentHashMap<>();
    private final Map<Key, SubpartitionSender> senders = new ConcurrentHashMap<>();

    RemoteReaders(
            LocalShuffleEnvironment local,
            Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
            Counters counters,
            EngineRuntime runtime,
            Duration limit) {
        this.local = local;
        this.codecs = codecs;
        this.counters = counters;
        this.runtime = runtime;
        this.limit = limit;
    }

    /** A process has connected, for the first time or again. Net thread. */
    void accept(SecureChannel secured) {
        ContainerId process = secured.peer().container();
        ReaderSession session = sessions.computeIfAbsent(
                process, id -> new ReaderSession(id, this::sender, forGood -> away(id, forGood)));
        session.connected(Link.open(secured, session));
    }

    private void away(ContainerId process, boolean forGood) {
        ReaderSession session = sessions.get(process);
        if (session == null) {
            return;
        }
        if (forGood) {
            forget(session);
        } else {
            runtime.schedule(limit.toNanos(), () -> session.ifAway(() -> forget(session)));
        }
    }

    private void forget(ReaderSession session) {
        if (sessions.remove(session.process(), session)) {
            session.end();
        }
    }

    private SubpartitionSender sender(Wire.Attach request) {
        return senders.computeIfAbsent(
                new Key(request.partition(), request.subpartition()),
                key -> new SubpartitionSender(
                        new SubpartitionSource(key.partition, key.subpartition, local, codecs, counters)));
    }

    /** The local queues have failed their readers before. */
    void release(ResultPartitionId partition) {
        senders.entrySet().removeIf(entry -> {
            boolean released = entry.getKey().partition.equals(partition);
            if (released) {
                entry.getValue().drop();
            }
            return released;
        });
    }

    /** For tests. */
    int size() {
        return senders.size();
    }

    /**
     * The local queues have failed their readers before.
     *
     * @return counts down as the connections close
     */
    CountDownLatch close() {
        senders.values().forEach(SubpartitionSender::drop);
        senders.clear();
        List<ReaderSession> all = List.copyOf(sessions.values());
        CountDownLatch open = new CountDownLatch(all.size());
        all.forEach(session -> session.close(open::countDown));
        return open;
    }
}
