package io.github.foggara.shuffle.netty;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.shuffle.netty.transport.Link;
import io.netty.util.concurrent.EventExecutor;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who reads from this environment, and the senders of what they read. Thread-safe by one lock, taken when connections and views begin and end; nobody
 * is called under it but for maps. Each connection of a process has a number: what was decided about an earlier one, by its end or by a timer, does
 * not touch a process that has connected since.
 */
final class RemoteReaders {
    private static final int MOST_RELEASED = 4_096;

    private record Key(ResultPartitionId partition, int subpartition) {}

    /** What becomes of a wish to read. */
    enum Admission {
        ADMITTED,
        /** The job is not known here yet: it is asked again when that changes. */
        NOT_YET,
        RELEASED,
        /** It is not one of the job's processes. */
        REFUSED
    }

    private static final class Sending {
        private final SubpartitionSender sender;
        private int views;

        Sending(SubpartitionSender sender) {
            this.sender = sender;
        }
    }

    private static final class Reader {
        private final ReaderSession session;
        private long connection;

        Reader(ReaderSession session) {
            this.session = session;
        }
    }

    private final SenderContext context;
    private final Map<SessionKey, Reader> readers = new HashMap<>();
    private final Map<Key, Sending> senders = new HashMap<>();
    /** The last partitions that were released, so that who comes late is told and does not wait. */
    private final Set<ResultPartitionId> released = new LinkedHashSet<>();
    /** Those that have asked for a job that is not known here. */
    private final Set<ReaderSession> waiting = new HashSet<>();

    private final AtomicInteger parked = new AtomicInteger();

    private boolean closed;

    RemoteReaders(SenderContext context) {
        this.context = context;
    }

    /** A process has connected, and says next with what session. The connection's net thread. */
    void accept(SecureChannel secured) {
        Link.open(secured, new Arrival(this));
    }

    /**
     * A process goes on with its session, or begins it. The connection's net thread.
     *
     * @return null if nobody reads here any more, which it is told
     */
    ReaderSession enter(Link link, SessionKey key) {
        ReaderSession session = null;
        long connection = 0;
        synchronized (this) {
            if (!closed) {
                Reader reader =
                        readers.computeIfAbsent(key, k -> new Reader(new ReaderSession(k, this, link.netThread())));
                session = reader.session;
                connection = ++reader.connection;
            }
        }
        if (session == null) {
            link.close(() -> {});
            return null;
        }
        session.connected(link, connection);
        return session;
    }

    /** A reader was refused, or says something of a view that is over. */
    void countStale() {
        context.counters().countStale();
    }

    /** That connection of the process was lost. Its net thread. */
    void away(ReaderSession session, long connection, boolean forGood) {
        if (forGood) {
            forget(session, connection);
        } else {
            context.runtime().schedule(context.options().reconnect().toNanos(), () -> forget(session, connection));
        }
    }

    private void forget(ReaderSession session, long connection) {
        synchronized (this) {
            Reader reader = readers.get(session.key());
            if (reader == null || reader.session != session || reader.connection != connection) {
                return;
            }
            readers.remove(session.key());
            waiting.remove(session);
        }
        session.end();
    }

    /**
     * Whether it may read that. Any thread.
     *
     * @param asks told by {@link ReaderSession#known} when the job may have come, if it is not known yet
     */
    Admission admit(Wire.Attach request, byte[] token, ReaderSession asks) {
        byte[] expected = token(request);
        if (expected == null) {
            synchronized (this) {
                if (released.contains(request.partition())) {
                    return Admission.RELEASED;
                }
                waiting.add(asks);
            }
            // It is known before its first partition is made: who makes one now finds who waits, and what was made
            // before is seen here.
            expected = token(request);
        }
        if (expected == null) {
            return Admission.NOT_YET;
        }
        // Takes the same time wherever they differ.
        if (!MessageDigest.isEqual(expected, token)) {
            return Admission.REFUSED;
        }
        synchronized (this) {
            return released.contains(request.partition()) ? Admission.RELEASED : Admission.ADMITTED;
        }
    }

    /** Null if the job is not known here. */
    private byte[] token(Wire.Attach request) {
        return context.tokens().token(request.job()).orElse(null);
    }

    /** It can be read from now on, and its job is known. */
    void made(ResultPartitionId partition) {
        List<ReaderSession> told;
        synchronized (this) {
            released.remove(partition);
            told = List.copyOf(waiting);
        }
        told.forEach(session -> session.known(partition.producer().job()));
    }

    /** Whether one question more may wait, of all that read here: who asks need not know any job. */
    boolean mayPark() {
        if (parked.incrementAndGet() <= mostViews()) {
            return true;
        }
        parked.decrementAndGet();
        return false;
    }

    /** So many wait no more. */
    void unparked(int count) {
        parked.addAndGet(-count);
    }

    /** It waits for no job any more. Its net thread. */
    synchronized void waitsNoMore(ReaderSession session) {
        waiting.remove(session);
    }

    /**
     * Finds or makes the sender of a subpartition for one view more, until {@link #release}.
     *
     * @param net its net thread, if it is made
     */
    synchronized SubpartitionSender acquire(Wire.Attach request, EventExecutor net) {
        Sending sending = senders.computeIfAbsent(
                new Key(request.partition(), request.subpartition()),
                key -> new Sending(new SubpartitionSender(
                        key.partition, key.subpartition, context, net, sender -> idle(key, sender))));
        sending.views++;
        return sending.sender;
    }

    /** One view less; called before the sender hears that it is over. */
    synchronized void release(Wire.Attach request, SubpartitionSender sender) {
        Sending sending = senders.get(new Key(request.partition(), request.subpartition()));
        if (sending != null && sending.sender == sender) {
            sending.views--;
        }
    }

    /** It keeps nothing, and nobody reads it unless a view has come meanwhile. */
    private synchronized void idle(Key key, SubpartitionSender sender) {
        Sending sending = senders.get(key);
        if (sending != null && sending.sender == sender && sending.views == 0) {
            senders.remove(key);
        }
    }

    int mostViews() {
        return context.options().channels();
    }

    /** The local queues have failed their readers before. */
    void release(ResultPartitionId partition) {
        List<SubpartitionSender> dropped = new ArrayList<>();
        List<ReaderSession> told;
        synchronized (this) {
            told = List.copyOf(waiting);
            released.add(partition);
            if (released.size() > MOST_RELEASED) {
                released.remove(released.iterator().next());
            }
            senders.entrySet().removeIf(entry -> {
                boolean released = entry.getKey().partition.equals(partition);
                if (released) {
                    dropped.add(entry.getValue().sender);
                }
                return released;
            });
        }
        dropped.forEach(SubpartitionSender::drop);
        told.forEach(session -> session.released(partition));
    }

    /** For tests: sessions of processes that read here, each over one connection. */
    synchronized int connections() {
        return readers.size();
    }

    /** For tests: subpartitions that are read, or of which something is kept. */
    synchronized int senders() {
        return senders.size();
    }

    /**
     * The local queues have failed their readers before.
     *
     * @return counts down as the connections close
     */
    CountDownLatch close() {
        List<SubpartitionSender> dropped = new ArrayList<>();
        List<Reader> all;
        synchronized (this) {
            closed = true;
            senders.values().forEach(sending -> dropped.add(sending.sender));
            senders.clear();
            all = List.copyOf(readers.values());
            readers.clear();
            waiting.clear();
        }
        dropped.forEach(SubpartitionSender::drop);
        CountDownLatch open = new CountDownLatch(all.size());
        all.forEach(reader -> reader.session.close(open::countDown));
        return open;
    }
}
