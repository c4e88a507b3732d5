package io.github.foggara.api.rpc;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import org.osgi.annotation.versioning.ProviderType;

/**
 * A proved connection to one peer; the same at both ends, whoever made it. Lost for good when it ends: a further
 * {@link RpcNode#connect} gives another object. All methods: any thread; none blocks.
 *
 * <p>Messages and requests of one thread arrive in the order in which it gave them; whatever arrives was sent before whatever arrives after
 * it, and nothing arrives twice. What was sent just before a connection ends may be lost.
 */
@ProviderType
public interface RpcConnection {
    /** Who the other end proved to be. */
    PeerIdentity peer();

    /**
     * Sends one message, without an answer. After the connection has ended this has no effect: {@link RpcListener#disconnected} tells.
     *
     * @throws IllegalArgumentException if the type is not among the node's {@link RpcMessages}, or its body is too long
     * @throws BackPressureException if more bytes would wait for the peer than the hard limit lets; nothing was sent. Heed
     *     {@link #writable()}, and it does not come to that
     */
    void send(RpcMessage message);

    /**
     * Sends one message that the peer answers. The stage completes on the connection's net thread: what is chained to it must not block.
     *
     * <p>Failure: {@link RequestTimeoutException} after the deadline, {@link RemoteFailureException} with the words of the peer,
     * {@link ConnectionClosedException} if the connection has ended or ends first (the peer may or may not have acted),
     * {@link BackPressureException} as for {@link #send}.
     *
     * @param deadline more than 0
     * @throws IllegalArgumentException as for {@link #send}
     */
    CompletionStage<byte[]> request(RpcMessage message, Duration deadline);

    /**
     * Whether few enough bytes wait for the peer. When it turns true again, {@link RpcListener#writable} is called. Advice, not a lock:
     * a message may be sent while it is false.
     */
    boolean writable();

    /** Bytes given to this connection that have not left this process. */
    long bytesHeld();

    /**
     * Takes no more from the peer until {@link #resume}; its {@link #writable()} turns false when the network's own buffers are full. What
     * has been read already is still delivered. While this holds, the peer's silence does not end the connection. Idempotent.
     */
    void pause();

    /** Undoes {@link #pause}. Idempotent. */
    void resume();

    /**
     * Ends the connection. Idempotent.
     *
     * @param why told to both listeners, and logged by the peer: nothing secret, and short
     */
    void close(String why);
}
