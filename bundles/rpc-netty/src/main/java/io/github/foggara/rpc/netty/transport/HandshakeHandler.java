package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.runtime.EngineRuntime;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * What both sides of a handshake share. Net thread.
 *
 * <pre>
 *   client                                                  server
 *     CLIENT_HELLO  protocol, nonce, route           →        protocol and route fit?
 *                                                    ←        SERVER_HELLO  nonce
 *     CLIENT_PROOF  identity, proof over all that    →        proof right? versions and cluster fit?
 *     proof right? versions and cluster fit?         ←        WELCOME  identity, proof over all that; established
 *     established
 * </pre>
 *
 * Each side may answer REFUSE with its reason instead. Over TLS the proofs are empty. The {@link Route} stands in what is proved, so that
 * nobody can pass the handshake on to another container. A server says who it is only to who has proved to be of the cluster.
 */
abstract class HandshakeHandler extends ChannelInboundHandlerAdapter {
    /** How it went; one call. On the net thread. */
    interface Outcome {
        void established(ChannelHandlerContext ctx, PeerIdentity peer);

        /**
         * @param refused by one of the sides, else the connection broke or was silent
         */
        void failed(String why, boolean refused);
    }

    private static final long LIMIT_NANOS = TimeUnit.SECONDS.toNanos(5);

    final TransportSettings settings;
    final Proof proof;
    final Ending ending;
    private final Outcome outcome;
    private EngineRuntime.Cancellable deadline;
    private boolean over;

    HandshakeHandler(TransportSettings settings, Proof proof, Ending ending, Outcome outcome) {
        this.settings = settings;
        this.proof = proof;
        this.ending = ending;
        this.outcome = outcome;
    }

    /** A frame of the other side. */
    abstract void read(ChannelHandlerContext ctx, Frames.Control frame) throws HandshakeFailure;

    boolean tls() {
        return settings.security().tls() != null;
    }

    byte[] nonce() {
        ByteBuffer nonce = ByteBuffer.allocate(Hello.NONCE_BYTES);
        while (nonce.hasRemaining()) {
            nonce.putLong(settings.runtime().randomBits());
        }
        return nonce.array();
    }

    /** Checks what both sides check of the other. */
    void check(PeerIdentity other) throws HandshakeFailure {
        var refusal = settings.identity().refusalOf(other);
        if (refusal.isPresent()) {
            throw new HandshakeFailure(refusal.get());
        }
    }

    void send(ChannelHandlerContext ctx, byte kind, byte[] payload) {
        ctx.writeAndFlush(Frames.control(ctx.alloc(), kind, payload));
    }

    void establish(ChannelHandlerContext ctx, PeerIdentity peer) {
        if (finish()) {
            outcome.established(ctx, peer);
        }
    }

    @Override
    public void handlerAdded(ChannelHandlerContext ctx) {
        if (ctx.channel().isActive()) {
            limit(ctx);
        }
    }

    @Override
    public void channelActive(ChannelHandlerContext ctx) {
        limit(ctx);
        ctx.fireChannelActive();
    }

    /** From when the connection is there. Before that its deadline is that of whoever connects. */
    private void limit(ChannelHandlerContext ctx) {
        if (deadline != null) {
            return;
        }
        long nanos = Math.min(LIMIT_NANOS, settings.heartbeatTimeout().toNanos());
        String why = "no handshake inside " + TimeUnit.NANOSECONDS.toMillis(nanos) + " ms";
        Runnable late = () -> breakOff(why);
        deadline = settings.runtime().schedule(nanos, () -> {
            try {
                ctx.executor().execute(late);
            } catch (RejectedExecutionException e) {
                // The transport has ended.
                return;
            }
        });
        ctx.channel().closeFuture().addListener(closed -> deadline.cancel());
    }

    @Override
    public void channelRead(ChannelHandlerContext ctx, Object message) {
        if (over || !(message instanceof Frames.Control frame)) {
            ReferenceCountUtil.release(message);
            return;
        }
        try {
            if (frame.kind() == Frames.REFUSE) {
                refusedByPeer(ctx, Words.decode(frame.payload()));
            } else {
                read(ctx, frame);
            }
        } catch (HandshakeFailure e) {
            refuse(e.getMessage(), e.here());
        }
    }

    private void refusedByPeer(ChannelHandlerContext ctx, String words) {
        if (finish()) {
            String why = "refused by " + ctx.channel().remoteAddress() + ": " + words;
            ending.silently(why);
            outcome.failed(why, true);
        }
    }

    private void refuse(String toPeer, String here) {
        if (finish()) {
            ending.goodbye(toPeer);
            // It may hold what the peer calls itself.
            outcome.failed(Words.clean(here), true);
        }
    }

    /** Without a word to the peer. If this side has begun to end, its reason is told. */
    private void breakOff(String why) {
        if (finish()) {
            ending.silently(why);
            outcome.failed(ending.reason(), false);
        }
    }

    private boolean finish() {
        if (over) {
            return false;
        }
        over = true;
        if (deadline != null) {
            deadline.cancel();
        }
        return true;
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext ctx, Object event) {
        if (event instanceof SslHandshakeCompletionEvent tls && !tls.isSuccess()) {
            refusedByTls(tls.cause());
        }
        ctx.fireUserEventTriggered(event);
    }

    private void refusedByTls(Throwable cause) {
        if (finish()) {
            String why = TlsFailures.words(cause);
            // TLS has told the peer by an alert.
            ending.silently(why);
            outcome.failed(Words.clean(why), true);
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext ctx) {
        breakOff(closedWords());
        ctx.fireChannelInactive();
    }

    String closedWords() {
        return "the peer closed the connection in the handshake";
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext ctx, Throwable cause) {
        if (cause instanceof BadFrameException) {
            refuse(cause.getMessage(), cause.getMessage());
        } else if (TlsFailures.isTls(cause)) {
            refusedByTls(cause);
        } else {
            breakOff("the connection broke in the handshake: " + cause.getMessage());
        }
    }
}
