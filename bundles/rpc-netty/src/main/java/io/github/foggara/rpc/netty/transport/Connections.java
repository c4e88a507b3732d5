package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * Builds the pipeline of each connection, in the order of its life: {@code [tls] frames handshake}, then
 * {@code [tls] heartbeat frames control, the user's, last}.
 */
final class Connections {
    /** So many may be in the handshake at a time: strangers must not use up memory and files. */
    private static final int MAX_UNPROVED = 256;

    private static final String FRAMES = "frames";

    private final TransportSettings settings;
    private final Proof proof;
    private final TlsContexts tls;
    private final TransportUser user;
    private final RefusalLog refusals;
    private final Map<Channel, Ending> open = new ConcurrentHashMap<>();
    private final AtomicInteger unproved = new AtomicInteger();
    private volatile boolean closed;

    /**
     * @param tls null for none
     */
    Connections(TransportSettings settings, Proof proof, TlsContexts tls, TransportUser user, RefusalLog refusals) {
        this.settings = settings;
        this.proof = proof;
        this.tls = tls;
        this.user = user;
        this.refusals = refusals;
    }

    /** For accepted connections. */
    ChannelInitializer<Channel> acceptor() {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                accept(channel);
            }
        };
    }

    /** For one connection of ours. */
    ChannelInitializer<Channel> connector(Consumer<SecureChannel> established, HandshakeFailed failed) {
        return new ChannelInitializer<>() {
            @Override
            protected void initChannel(Channel channel) {
                FrameDecoder decoder = new FrameDecoder();
                Ending ending = new Ending(channel, decoder, settings.runtime());
                HandshakeHandler.Outcome outcome = new Establishing(decoder, ending, established, failed);
                fill(channel, decoder, ending, new ClientHandshake(settings, proof, ending, outcome));
            }
        };
    }

    /** Why a connection was not established. */
    interface HandshakeFailed {
        void failed(String why, boolean refused);
    }

    private void accept(Channel channel) {
        FrameDecoder decoder = new FrameDecoder();
        Ending ending = new Ending(channel, decoder, settings.runtime());
        InetSocketAddress remote = (InetSocketAddress) channel.remoteAddress();
        HandshakeFailed failed = (why, refused) -> {
            refusals.refused(remote, why);
            user.refused(remote, why);
        };
        if (unproved.incrementAndGet() > MAX_UNPROVED) {
            unproved.decrementAndGet();
            failed.failed("more than " + MAX_UNPROVED + " connections are in the handshake", true);
            channel.close();
            return;
        }
        Consumer<SecureChannel> established = secured -> unproved.decrementAndGet();
        HandshakeFailed counted = (why, refused) -> {
            unproved.decrementAndGet();
            failed.failed(why, refused);
        };
        HandshakeHandler.Outcome outcome = new Establishing(decoder, ending, established, counted);
        fill(channel, decoder, ending, new ServerHandshake(settings, proof, ending, outcome));
    }

    private void fill(Channel channel, FrameDecoder decoder, Ending ending, HandshakeHandler handshake) {
        ChannelPipeline pipeline = channel.pipeline();
        if (tls != null) {
            boolean server = handshake instanceof ServerHandshake;
            pipeline.addLast("tls", server ? tls.server(channel.alloc()) : tls.client(channel.alloc()));
        }
        pipeline.addLast(FRAMES, decoder);
        pipeline.addLast("handshake", handshake);
        open.put(channel, ending);
        channel.closeFuture().addListener(gone -> open.remove(channel));
        if (closed) {
            channel.close();
        }
    }

    /** Ends all connections, with words, and waits until they have ended. Blocks. */
    void close(String why) {
        closed = true;
        open.forEach((channel, ending) -> {
            ending.goodbye(why);
            ending.silently(why);
        });
        open.keySet().forEach(channel -> channel.closeFuture().awaitUninterruptibly());
    }

    /** From a handshake to a connection of the user. */
    private final class Establishing implements HandshakeHandler.Outcome {
        private final FrameDecoder decoder;
        private final Ending ending;
        private final Consumer<SecureChannel> established;
        private final HandshakeFailed failed;

        Establishing(FrameDecoder decoder, Ending ending, Consumer<SecureChannel> established, HandshakeFailed failed) {
            this.decoder = decoder;
            this.ending = ending;
            this.established = established;
            this.failed = failed;
        }

        @Override
        public void established(ChannelHandlerContext ctx, PeerIdentity peer) {
            Channel channel = ctx.channel();
            decoder.accept(settings.maxPayload());
            channel.pipeline().addBefore(FRAMES, "heartbeat", new Heartbeat(settings, ending));
            channel.pipeline().replace(ctx.handler(), "control", new ControlHandler(ending));
            SecureChannel secured = new SecureChannel(channel, peer, ending);
            try {
                user.established(secured);
            } catch (RuntimeException e) {
                channel.pipeline().addLast("last", new LastHandler(ending)).fireExceptionCaught(e);
                failed.failed("the user of the connection failed: " + e, false);
                return;
            }
            channel.pipeline().addLast("last", new LastHandler(ending));
            established.accept(secured);
        }

        @Override
        public void failed(String why, boolean refused) {
            failed.failed(why, refused);
        }
    }
}
