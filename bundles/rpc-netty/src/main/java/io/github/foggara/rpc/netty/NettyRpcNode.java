package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMetrics;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.github.foggara.rpc.netty.transport.SecureTransport;
import io.github.foggara.rpc.netty.transport.TransportSettings;
import io.github.foggara.rpc.netty.transport.TransportUser;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One container's end. Any thread; what its connections hear is handed to the listener on their net threads. */
final class NettyRpcNode implements RpcNode, TransportUser {
    private static final Logger LOG = LoggerFactory.getLogger(NettyRpcNode.class);
    /** For what the plugin itself says. */
    private static final int MIN_PAYLOAD = 4096;

    final RpcSettings settings;
    final NettyRpcOptions options;
    final RpcListener listener;
    final LongAdder sent = new LongAdder();
    final LongAdder received = new LongAdder();
    private final Set<NettyRpcConnection> connections = ConcurrentHashMap.newKeySet();
    private final Consumer<RpcNode> closed;
    private SecureTransport transport;

    private NettyRpcNode(
            RpcSettings settings, NettyRpcOptions options, RpcListener listener, Consumer<RpcNode> closed) {
        this.settings = settings;
        this.options = options;
        this.listener = listener;
        this.closed = closed;
    }

    static NettyRpcNode open(
            RpcSettings settings, NettyRpcOptions options, RpcListener listener, Consumer<RpcNode> closed)
            throws IOException {
        NettyRpcNode node = new NettyRpcNode(settings, options, listener, closed);
        int payload = Math.max(MIN_PAYLOAD, settings.messages().maxBytes() + WireFormat.MAX_HEAD_BYTES);
        node.transport = SecureTransport.prepare(
                new TransportSettings(
                        "rpc",
                        settings.bind(),
                        settings.identity(),
                        settings.security(),
                        settings.runtime(),
                        payload,
                        options.threads(),
                        options.heartbeatInterval(),
                        options.heartbeatTimeout()),
                node);
        node.transport.listen();
        LOG.info("{} takes messages at {}", settings.identity(), node.address());
        return node;
    }

    static void awaitQuiet() {
        SecureTransport.awaitQuiet();
    }

    @Override
    public InetSocketAddress address() {
        return transport.address();
    }

    @Override
    public CompletionStage<RpcConnection> connect(InetSocketAddress address) {
        CompletableFuture<RpcConnection> result = new CompletableFuture<>();
        transport.connect(address).whenComplete((channel, failure) -> {
            if (failure == null) {
                result.complete((RpcConnection) channel.attachment());
            } else {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    @Override
    public void established(SecureChannel channel) {
        NettyRpcConnection connection = new NettyRpcConnection(this, channel);
        channel.attach(connection);
        connections.add(connection);
        channel.channel().pipeline().addLast("rpc", new RpcHandler(this, connection));
        LOG.info("Connected with {}", channel);
        listener.connected(connection);
    }

    /** On the connection's net thread. */
    void disconnected(NettyRpcConnection connection, String why) {
        connections.remove(connection);
        LOG.info("Disconnected from {}: {}", connection.peer(), why);
        listener.disconnected(connection, why);
    }

    @Override
    public void refused(InetSocketAddress remote, String why) {
        listener.refused(remote, why);
    }

    @Override
    public RpcMetrics metrics() {
        long held = connections.stream().mapToLong(RpcConnection::bytesHeld).sum();
        return new RpcMetrics(connections.size(), sent.sum(), received.sum(), transport.refusedPeers(), held);
    }

    @Override
    public void close() {
        transport.close();
        closed.accept(this);
    }
}
