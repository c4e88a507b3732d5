package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.shuffle.local.LocalShuffleEnvironment;
import io.github.foggara.shuffle.netty.transport.LinkListener;
import io.github.foggara.shuffle.netty.transport.ProcessId;
import io.github.foggara.shuffle.netty.transport.Transport;
import io.netty.channel.EventLoop;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Who reads from this environment, and the senders of what they read. Thread-safe. */
final class RemoteReaders {
    private record Key(ResultPartitionId partition, int subpartition) {}

    private final Transport transport;
    private final LocalShuffleEnvironment local;
    private final Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs;
    private final Counters counters;
    private final Duration limit;
    private final Map<ProcessId, ReaderSession> sessions = new ConcurrentHashMap<>();
    private final Map<Key, SubpartitionSender> senders = new ConcurrentHashMap<>();

    RemoteReaders(
            Transport transport,
            LocalShuffleEnvironment local,
            Map<ResultPartitionId, Supplier<RecordCodec<Object>>> codecs,
            Counters counters,
            Duration limit) {
        this.transport = transport;
        this.local = local;
        this.codecs = codecs;
        this.counters = counters;
        this.limit = limit;
    }

    /** A process has connected, for the first time or again. */
    LinkListener accept(ProcessId process) {
        ReaderSession session = sessions.computeIfAbsent(
                process, id -> new ReaderSession(id, transport.loop(), this::sender));
        return session.connection(forGood -> forget(session, forGood));
    }

    private void forget(ReaderSession session, boolean forGood) {
        EventLoop loop = (EventLoop) session.owner();
        if (forGood) {
            sessions.remove(session.process(), session);
            session.end();
        } else if (!loop.isShuttingDown()) {
            loop.schedule(
                    () -> {
                        if (session.away() && sessions.remove(session.process(), session)) {
                            session.end();
                        }
                    },
                    limit.toMillis(),
                    TimeUnit.MILLISECONDS);
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
