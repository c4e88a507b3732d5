package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.rpc.netty.transport.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * From any thread to the net thread of one connection, in order. Counts the bytes from the moment they are given until the socket has taken
 * them, so that nothing waits uncounted in a buffer of Netty's.
 */
final class SendQueue {
    /** Senders that never pause must not keep what is written from leaving. */
    private static final int FLUSH_EVERY = 128;

    private static final int FLUSH_BYTES = 64 * 1024;
    /** Messages of one connection, before others of its net thread have their turn. */
    private static final int TURN = 1024;

    private final Channel channel;
    private final PeerIdentity peer;
    private final long highWater;
    private final long limit;
    private final Owner owner;
    private final Queue<Outgoing> queue = new ConcurrentLinkedQueue<>();
    private final AtomicLong held = new AtomicLong();
    private final AtomicBoolean drainWaits = new AtomicBoolean();
    private volatile boolean writable = true;
    /** Net thread. */
    private boolean closed;

    /** The connection, which hears what becomes of things. */
    interface Owner {
        /** It is about to be written. Net thread. */
        void writing(Outgoing outgoing);

        /** It is not written, because the connection has ended. Any thread. */
        void dropped(Outgoing outgoing);

        /** Little enough waits again. Net thread. */
        void writableAgain();
    }

    SendQueue(Channel channel, PeerIdentity peer, NettyRpcOptions options, Owner owner) {
        this.channel = channel;
        this.peer = peer;
        this.highWater = options.highWater();
        this.limit = options.limit();
        this.owner = owner;
    }

    boolean writable() {
        return writable;
    }

    long held() {
        return held.get();
    }

    /**
     * Any thread.
     *
     * @throws BackPressureException if it does not fit; nothing has happened
     */
    void add(Outgoing outgoing) {
        int size = outgoing.size();
        long now = reserve(size);
        if (now > highWater) {
            // Before it is queued: its own bytes, when they are gone, turn this back.
            writable = false;
        }
        queue.add(outgoing);
        drainLater();
    }

    private void drainLater() {
        if (drainWaits.compareAndSet(false, true)) {
            try {
                channel.eventLoop().execute(this::drain);
            } catch (RejectedExecutionException e) {
                // The node has closed, and this connection with it.
                drop();
            }
        }
    }

    private long reserve(int size) {
        while (true) {
            long before = held.get();
            if (before > 0 && before + size > limit) {
                throw new BackPressureException(peer, before, size, limit);
            }
            if (held.compareAndSet(before, before + size)) {
                return before + size;
            }
        }
    }

    /**
     * Writes what the channel takes: what it does not take waits here, as objects, and is not encoded into a buffer of Netty's. Net thread.
     */
    private void drain() {
        drainWaits.set(false);
        if (closed) {
            drop();
            return;
        }
        int messages = 0;
        int bytes = 0;
        Outgoing next;
        while (messages < TURN && channel.isWritable() && (next = queue.poll()) != null) {
            write(next);
            bytes += next.size();
            // A handler for TLS counts nothing before it is flushed.
            if (++messages % FLUSH_EVERY == 0 || bytes >= FLUSH_BYTES) {
                channel.flush();
                bytes = 0;
            }
        }
        channel.flush();
        if (channel.isWritable() && !queue.isEmpty()) {
            drainLater();
        }
    }

    /** The socket takes bytes again. Net thread. */
    void channelWritable() {
        if (!queue.isEmpty()) {
            drainLater();
        }
    }

    private void write(Outgoing outgoing) {
        int size = outgoing.size();
        if (outgoing.pending() != null && outgoing.pending().answer.isDone()) {
            // Its deadline has passed while it waited.
            gone(size);
            return;
        }
        owner.writing(outgoing);
        ByteBuf frame = Frames.data(channel.alloc(), size);
        WireFormat.write(frame, outgoing.op(), outgoing.request(), outgoing.message(), outgoing.body());
        channel.write(frame).addListener(done -> gone(size));
    }

    private void gone(int size) {
        long left = held.addAndGet(-size);
        if (!writable && left <= highWater / 2) {
            writable = true;
            if (!closed) {
                owner.writableAgain();
            }
        }
    }

    /** Net thread. Nothing is written any more. */
    void close() {
        closed = true;
        drop();
    }

    private void drop() {
        Outgoing next;
        while ((next = queue.poll()) != null) {
            held.addAndGet(-next.size());
            owner.dropped(next);
        }
    }
}
