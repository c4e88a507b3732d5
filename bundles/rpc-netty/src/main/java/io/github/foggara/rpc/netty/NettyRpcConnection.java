package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.BackPressureException;
import io.github.foggara.api.rpc.ConnectionClosedException;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RequestTimeoutException;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The sending half of a connection, and what waits for answers. */
final class NettyRpcConnection implements RpcConnection, SendQueue.Owner {
    private static final Logger LOG = LoggerFactory.getLogger(NettyRpcConnection.class);

    private final NettyRpcNode node;
    private final SecureChannel channel;
    private final SendQueue queue;
    private final AtomicLong requests = new AtomicLong();
    /** Net thread. */
    private final Map<Long, PendingRequest> pending = new HashMap<>();

    private volatile boolean closed;

    NettyRpcConnection(NettyRpcNode node, SecureChannel channel) {
        this.node = node;
        this.channel = channel;
        this.queue = new SendQueue(channel.channel(), channel.peer(), node.options, this);
    }

    @Override
    public PeerIdentity peer() {
        return channel.peer();
    }

    @Override
    public void send(RpcMessage message) {
        node.settings.messages().check(message.type(), message.body().length);
        if (!closed) {
            queue.add(new Outgoing(WireFormat.MESSAGE, 0, message, message.body(), null));
            node.sent.increment();
        }
    }

    @Override
    public CompletionStage<byte[]> request(RpcMessage message, Duration deadline) {
        node.settings.messages().check(message.type(), message.body().length);
        if (deadline.isNegative() || deadline.isZero()) {
            throw new IllegalArgumentException("A deadline lies in the future, not " + deadline);
        }
        PendingRequest request = new PendingRequest();
        if (closed) {
            request.fail(ended());
            return request.answer;
        }
        long id = requests.incrementAndGet();
        String late =
                "No answer to message " + message.type() + " from " + peer() + " in " + deadline.toMillis() + " ms";
        request.timer(node.settings.runtime().schedule(deadline.toNanos(), () -> expire(id, request, late)));
        try {
            queue.add(new Outgoing(WireFormat.REQUEST, id, message, message.body(), request));
            node.sent.increment();
        } catch (BackPressureException e) {
            request.fail(e);
        }
        return request.answer;
    }

    /** On a thread of the runtime. */
    private void expire(long id, PendingRequest request, String late) {
        try {
            channel.channel().eventLoop().execute(() -> {
                pending.remove(id);
                request.fail(new RequestTimeoutException(late));
            });
        } catch (RejectedExecutionException e) {
            request.fail(ended());
        }
    }

    @Override
    public void writing(Outgoing outgoing) {
        if (outgoing.pending() != null) {
            pending.put(outgoing.request(), outgoing.pending());
        }
    }

    /** The socket takes bytes again. Net thread. */
    void channelWritable() {
        queue.channelWritable();
    }

    @Override
    public void writableAgain() {
        try {
            node.listener.writable(this);
        } catch (RuntimeException e) {
            LOG.error("The connection with {} ends, because its listener failed", peer(), e);
            close("an error of a listener: " + e.getMessage());
        }
    }

    /** Net thread. The request that is answered, or null if its deadline has passed. */
    PendingRequest answered(long request) {
        return pending.remove(request);
    }

    /**
     * Any thread. An answer that finds no room ends the connection: a peer that asks and does not listen would fill the memory.
     */
    void answer(byte op, long request, byte[] body) {
        if (closed) {
            return;
        }
        try {
            queue.add(new Outgoing(op, request, null, body, null));
            node.sent.increment();
        } catch (BackPressureException e) {
            close("answers to the peer's requests are not taken: " + e.getMessage());
        }
    }

    @Override
    public boolean writable() {
        return queue.writable();
    }

    @Override
    public long bytesHeld() {
        return queue.held();
    }

    @Override
    public void pause() {
        channel.channel().config().setAutoRead(false);
    }

    @Override
    public void resume() {
        channel.channel().config().setAutoRead(true);
    }

    @Override
    public void close(String why) {
        channel.close(why);
    }

    /** Net thread, once. */
    void disconnected() {
        closed = true;
        queue.close();
        Map<Long, PendingRequest> unanswered = new HashMap<>(pending);
        pending.clear();
        unanswered.values().forEach(request -> request.fail(ended()));
        node.disconnected(this, channel.closeReason());
    }

    @Override
    public void dropped(Outgoing outgoing) {
        if (outgoing.pending() != null) {
            outgoing.pending().fail(ended());
        }
    }

    private ConnectionClosedException ended() {
        return new ConnectionClosedException("The connection with " + peer() + " has ended: " + channel.closeReason());
    }

    @Override
    public String toString() {
        return "connection with " + channel;
    }
}
