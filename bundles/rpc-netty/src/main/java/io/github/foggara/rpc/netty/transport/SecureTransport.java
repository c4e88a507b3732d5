package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.rpc.RpcException;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.security.ClusterSecurity;
import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts and makes connections whose peers have proved themselves. All methods: any thread; only {@link #open}, {@link #close} and
 * {@link #awaitQuiet} block.
 */
public final class SecureTransport implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SecureTransport.class);
    private static final int NO_LIMIT = 0;
    private static final long SERVER_SECONDS = 2;

    private final TransportSettings settings;
    private final EventLoops loops;
    private final TlsContexts tls;
    private final Signers signers;
    private final RefusalLog refusals;
    private final Connections connections;
    private final Set<CompletableFuture<SecureChannel>> connecting = ConcurrentHashMap.newKeySet();
    private volatile Channel server;
    private volatile boolean closed;

    private SecureTransport(
            TransportSettings settings, Proof proof, TlsContexts tls, Signers signers, TransportUser user) {
        this.settings = settings;
        this.signers = signers;
        this.tls = tls;
        this.refusals = new RefusalLog(settings.runtime(), settings.name());
        this.connections = new Connections(settings, proof, tls, user, refusals);
        this.loops = EventLoops.open(settings.runtime(), settings.name(), settings.threads());
    }

    /**
     * Reads the files of keys, binds, and begins to accept.
     *
     * @throws IOException saying what is wrong; nothing stays open
     */
    public static SecureTransport open(TransportSettings settings, TransportUser user) throws IOException {
        SecureTransport transport = prepare(settings, user);
        transport.listen();
        return transport;
    }

    /**
     * As {@link #open}, but it accepts nothing before {@link #listen}: for a user that wants to know its transport before it hears of it.
     */
    public static SecureTransport prepare(TransportSettings settings, TransportUser user) throws IOException {
        ClusterSecurity security = settings.security();
        InetSocketAddress bind = settings.bind();
        if (bind != null) {
            security.check(bind, "bind");
            warnIfExposed(settings, "listens at", bind);
        }
        if (security.tls() == null) {
            Proof proof = ClusterSecret.of(security.secretFile(), bind != null);
            return new SecureTransport(settings, proof, null, null, user);
        }
        Signers signers = new Signers(settings.runtime(), settings.name());
        TlsContexts tls = TlsContexts.open(security.tls(), settings.runtime(), signers);
        return new SecureTransport(settings, Proof.TLS, tls, signers, user);
    }

    /**
     * Binds, and begins to accept; nothing without an address to bind. Once.
     *
     * @throws IOException saying what is wrong; this is closed then
     */
    public void listen() throws IOException {
        if (settings.bind() != null) {
            bind(settings.bind());
        }
    }

    private static void warnIfExposed(TransportSettings settings, String does, InetSocketAddress address) {
        if (settings.security().exposes(address)) {
            LOG.warn(
                    "INSECURE: {} {} {} without TLS, because insecure=true is set. Anybody on the way can read and change what"
                            + " containers send",
                    settings.name(),
                    does,
                    address);
        }
    }

    private void bind(InetSocketAddress address) throws IOException {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(loops.serverChannel())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(connections.acceptor())
                .bind(address)
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            close();
            throw new IOException("Cannot listen at " + address + " (" + settings.name() + "): "
                    + bound.cause().getMessage());
        }
        server = bound.channel();
    }

    /** Where it accepts, with the port that was chosen; null if it does not. */
    public InetSocketAddress address() {
        return server == null ? null : (InetSocketAddress) server.localAddress();
    }

    /** Handshakes of others that failed. */
    public long refusedPeers() {
        return refusals.count();
    }

    /** One of its net threads, each in turn: for work that should be with a connection. Refuses what it is given once this is closed. */
    public EventLoop netThread() {
        return loops.group().next();
    }

    /**
     * A new connection; {@link TransportUser#established} has been called when the stage completes, mostly on its net thread. It fails with an
     * {@link RpcException} in words for people: nobody listens, no answer inside the timeout of heartbeats, or one side refused the other
     * ({@link HandshakeRefusedException}).
     */
    public CompletionStage<SecureChannel> connect(InetSocketAddress address) {
        return connect(address, netThread());
    }

    /** As {@link #connect(InetSocketAddress)}, by that net thread, which is one of this transport's. */
    public CompletionStage<SecureChannel> connect(InetSocketAddress address, EventLoop netThread) {
        CompletableFuture<SecureChannel> result = new CompletableFuture<>();
        connecting.add(result);
        result.whenComplete((channel, failure) -> connecting.remove(result));
        try {
            if (address.isUnresolved()) {
                throw new RpcException("The host " + address.getHostString() + " is not known");
            }
            settings.security().check(address, "connect to");
            if (!closed) {
                warnIfExposed(settings, "connects with", address);
                connect(address, netThread, result);
            }
        } catch (IOException e) {
            result.completeExceptionally(e);
        }
        if (closed) {
            result.completeExceptionally(closed());
        }
        return result;
    }

    private static RpcException closed() {
        return new RpcException("The transport is closed");
    }

    private void connect(InetSocketAddress address, EventLoop netThread, CompletableFuture<SecureChannel> result) {
        ChannelFuture connected = new Bootstrap()
                .group(netThread)
                .channel(loops.clientChannel())
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, NO_LIMIT)
                .handler(connections.connector(result::complete, (why, refused) -> fail(result, address, why, refused)))
                .connect(address);
        String late = "no connection inside " + settings.heartbeatTimeout().toMillis() + " ms";
        EngineRuntime.Cancellable deadline = settings.runtime()
                .schedule(settings.heartbeatTimeout().toNanos(), () -> {
                    if (fail(result, address, late, false)) {
                        connected.channel().close();
                    }
                });
        result.whenComplete((channel, failure) -> deadline.cancel());
        connected.addListener(done -> {
            if (!done.isSuccess()) {
                fail(result, address, String.valueOf(done.cause().getMessage()), false);
            }
        });
    }

    private static boolean fail(
            CompletableFuture<SecureChannel> result, InetSocketAddress address, String why, boolean refused) {
        String words = "No connection with " + address + ": " + why;
        return result.completeExceptionally(refused ? new HandshakeRefusedException(words) : new RpcException(words));
    }

    /**
     * Ends all connections, with words, and gives sockets and threads back. Blocks until that is done and each user's handler has seen
     * {@code channelInactive}, but not longer than some ten seconds: a handler that never returns keeps its net thread, and a warning says
     * so. Not to be called by a net thread. Idempotent.
     */
    @Override
    public synchronized void close() {
        if (closed) {
            return;
        }
        closed = true;
        if (server != null) {
            server.close().awaitUninterruptibly(SERVER_SECONDS, TimeUnit.SECONDS);
        }
        connections.close(settings.identity() + " is stopping");
        if (signers != null) {
            signers.close();
        }
        loops.close();
        connecting.forEach(result -> result.completeExceptionally(closed()));
        if (tls != null) {
            tls.close();
        }
    }

    /**
     * Waits until no thread is left that Netty makes for itself: a second after the last transport was closed. For whoever stops a bundle.
     */
    public static void awaitQuiet() {
        EventLoops.awaitQuiet();
    }
}
