package io.github.foggara.kernel.remote;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.kernel.remote.message.ClusterMessages;
import io.github.foggara.kernel.remote.message.ClusterMessages.Encoded;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * One end of a conversation: what is said arrives in its order and once, also when the connection breaks and another one takes its place.
 * Belongs to the thread of whoever made it.
 *
 * <p>Messages are numbered from 1 in each direction. Each carries how many of the other direction have arrived; what has not arrived is
 * kept, and said again on the next connection. What is not read by the peer waits here, up to a limit.
 */
public final class Session {
    /** What may wait for a peer, in bytes. */
    static final long LIMIT = 256L << 20;

    /** So many messages or bytes are received before the peer is told, if there is nothing else to tell. */
    private static final int TOLD_MESSAGES = 64;

    private static final long TOLD_BYTES = 1 << 20;

    private record Entry(long number, Encoded message) {
        int size() {
            return message.body().length;
        }
    }

    private final long id;
    private final long limit;
    /** Said on this connection or a former one, and not known to have arrived. */
    private final Deque<Entry> sent = new ArrayDeque<>();
    /** Not said yet on this connection. */
    private final Deque<Entry> waiting = new ArrayDeque<>();

    private RpcConnection connection;
    private long last;
    private long held;
    private long received;
    private long told;
    private long untoldBytes;

    /**
     * @param id the same at both ends, not 0
     */
    public Session(long id) {
        this(id, LIMIT);
    }

    Session(long id, long limit) {
        this.id = id;
        this.limit = limit;
    }

    public long id() {
        return id;
    }

    /** How many messages of the peer have come. */
    public long received() {
        return received;
    }

    /** The connection it goes on by; null if there is none now. */
    public RpcConnection connection() {
        return connection;
    }

    /** Bytes that have not arrived, as far as this end knows. */
    long held() {
        return held;
    }

    /**
     * Says it now or as soon as it can be said.
     *
     * @return false if too much waits for the peer: the session cannot go on
     */
    public boolean send(Encoded message) {
        Entry entry = new Entry(++last, message);
        waiting.add(entry);
        held += entry.size();
        proceed();
        return held <= limit;
    }

    /**
     * Goes on by this connection.
     *
     * @param arrived how many messages of this end have come to the other one
     * @throws IllegalArgumentException if that cannot be: the session cannot go on
     */
    public void attach(RpcConnection now, long arrived) {
        arrived(arrived);
        connection = now;
        told = received;
        untoldBytes = 0;
        while (!sent.isEmpty()) {
            waiting.addFirst(sent.pollLast());
        }
        proceed();
    }

    /** There is no connection now. */
    public void detach() {
        connection = null;
    }

    /** The connection is writable again. */
    public void proceed() {
        while (connection != null && !waiting.isEmpty() && connection.writable()) {
            Entry next = waiting.peek();
            if (!transmit(next.message().numbered(next.number(), received))) {
                return;
            }
            sent.add(waiting.poll());
            told();
        }
    }

    /** False if it has to wait: {@link RpcConnection#writable} was only just true. */
    private boolean transmit(RpcMessage message) {
        try {
            connection.send(message);
            return true;
        } catch (BackPressureException later) {
            return false;
        }
    }

    /**
     * A message came.
     *
     * @param number of it
     * @param arrived how many of this end have come to the other one
     * @param bytes of its body
     * @return whether it is to be heeded; false for one that was received before
     * @throws IllegalArgumentException if one is missing before it, or that many cannot have arrived
     */
    public boolean receive(long number, long arrived, int bytes) {
        arrived(arrived);
        if (number > received + 1) {
            throw new IllegalArgumentException(
                    "After " + received + " messages of a session comes its message " + number);
        }
        if (number <= received) {
            return false;
        }
        received = number;
        untoldBytes += bytes;
        if (connection != null && (received - told >= TOLD_MESSAGES || untoldBytes >= TOLD_BYTES)) {
            RpcMessage message =
                    new RpcMessage(ClusterMessages.RECEIVED.id(), ClusterMessages.RECEIVED.encode(received));
            if (transmit(message)) {
                told();
            }
        }
        return true;
    }

    private void told() {
        told = received;
        untoldBytes = 0;
    }

    /**
     * So many messages of this end have come to the other one.
     *
     * @throws IllegalArgumentException if that cannot be
     */
    public void arrived(long count) {
        long forgotten = last - sent.size() - waiting.size();
        long said = last - waiting.size();
        if (count > said) {
            throw new IllegalArgumentException(
                    "The peer has received " + count + " messages of a session, of " + said + " that were said");
        }
        if (count < forgotten && connection == null) {
            throw new IllegalArgumentException("The peer has received only " + count + " messages of a session, but "
                    + forgotten + " before, which are forgotten");
        }
        while (!sent.isEmpty() && sent.peek().number() <= count) {
            held -= sent.poll().size();
        }
    }
}
