package io.github.foggara.api.rpc;

import java.net.InetSocketAddress;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/** One container's end of the network. All methods: any thread. */
@ProviderType
public interface RpcNode extends AutoCloseable {
    /** Where it accepts connections, with the port that was chosen. Never blocks. */
    InetSocketAddress address();

    /**
     * Purpose: a new connection, after the handshake; {@link RpcListener#connected} has been called when the stage completes. Never blocks.
     * Not idempotent: two calls make two connections. Failure, as an {@link RpcException} in words for people: nobody listens there, no
     * answer inside {@code heartbeat.timeout}, or the handshake was refused ({@link HandshakeRefusedException}) by either side. Address
     * and port may be tried again at any time.
     *
     * <p>The stage completes on the connection's net thread or on a thread of the runtime: what is chained to it must not block.
     */
    CompletionStage<RpcConnection> connect(InetSocketAddress address);

    /** What was counted since the node was opened. Never blocks. */
    RpcMetrics metrics();

    /**
     * Purpose: disconnects all peers, with words, and gives threads, sockets and buffers back. Blocks until that is done and every
     * {@link RpcListener#disconnected} has been called; not to be called by a listener. Idempotent. Nothing is delivered afterwards.
     */
    @Override
    void close();
}
