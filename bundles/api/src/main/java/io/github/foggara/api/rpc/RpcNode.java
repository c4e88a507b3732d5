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

    /**
     * Purpose: from now on, messages of the scope with a lower epoch that arrive are dropped, counted in {@link RpcMetrics#refusedStale},
     * and requests among them are answered with a {@link StaleEpochException}. Never blocks. As often as there is a new epoch; idempotent;
     * a lower epoch than the one in force changes nothing. Messages that are being handed to the listener at this moment may still come.
     *
     * @throws IllegalArgumentException for {@link RpcScope#NONE}
     */
    void fence(RpcScope scope, long epoch);

    /** Purpose: the scope is over, and what was said by {@link #fence} is forgotten. Never blocks; idempotent. */
    void unfence(RpcScope scope);

    /** What was counted since the node was opened. Never blocks. */
    RpcMetrics metrics();

    /**
     * Purpose: disconnects all peers, with words, and gives threads, sockets and buffers back. Blocks until that is done and every
     * {@link RpcListener#disconnected} has been called; not to be called by a listener. Idempotent. Nothing is delivered afterwards.
     */
    @Override
    void close();
}
