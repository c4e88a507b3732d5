package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelPipeline;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Builds the pipeline of each connection, in the order of its life: {@code [tls] frames handshake}, then
 * {@code [tls] heartbeat frames control, the user's, last}.
 */
final class Connections {
    private static final Logger LOG = LoggerFactory.getLogger(Connections.class);
    private static final long CLOSE_NANOS = TimeUnit.SECONDS.toNanos(3);
    private static final String FRAMES = "frames";

    private final TransportSettings settings;
    private final Proof proof;
    private final TlsContexts tls;
    private final TransportUser user;
    private final RefusalLog refusals;
    private final Map<Channel, Ending> open = new ConcurrentHashMap<>();
    private final Strangers strangers = new Strangers();
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
        List<Channel> tooMany = strangers.add(channel, remote == null ? null : remote.getAddress());
        channel.closeFuture().addListener(gone -> strangers.remove(channel));
        tooMany.forEach(this::evict);
        Consumer<SecureChannel> established = secured -> strangers.remove(channel);
        HandshakeHandler.Outcome outcome = new Establishing(decoder, ending, established, failed);
        fill(channel, decoder, ending, new ServerHandshake(settings, proof, ending, outcome));
    }

    private void evict(Channel stranger) {
        Ending ending = open.get(stranger);
        if (ending == null) {
            stranger.close();
        } else {
            ending.silently("too many connections are in the handshake, and this one has taken longest");
        }
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

    /** Ends all connections, with words, and waits until they have ended, for three seconds at most. Blocks. */
    void close(String why) {
        closed = true;
        open.forEach((channel, ending) -> {
            ending.stop(why);
            ending.silently(why);
        });
        long end = settings.runtime().nanoTime() + CLOSE_NANOS;
        open.keySet().forEach(channel -> {
            long left = Math.max(0, end - settings.runtime().nanoTime());
            if (!channel.closeFuture().awaitUninterruptibly(left, TimeUnit.NANOSECONDS)) {
                LOG.warn("The connection {} has not ended: a listener keeps its net thread busy", channel);
            }
        });
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
            } catch (Throwable e) {
                // An error too: the peer would wait for an answer of whoever is not there.
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
