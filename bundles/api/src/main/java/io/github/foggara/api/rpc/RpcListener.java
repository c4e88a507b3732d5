package io.github.foggara.api.rpc;

import java.net.InetSocketAddress;
import org.osgi.annotation.versioning.ConsumerType;

/**
 * Hears what happens at one node. For one connection, the calls come one after the other, in order, on one net thread, which serves other
 * connections too: they must not block. For several connections they may come at the same time. What a call throws ends its connection, with
 * the message as the reason.
 */
@ConsumerType
public interface RpcListener {
    /** A handshake succeeded, whoever began it. The first call for a connection. */
    void connected(RpcConnection connection);

    /** A message arrived, of a known type and no longer than that lets; its content is untrusted. */
    void message(RpcConnection connection, RpcMessage message);

    /**
     * A message that wants an answer arrived.
     *
     * @param reply for exactly one answer, from any thread, now or later
     */
    void request(RpcConnection connection, RpcMessage message, RpcReply reply);

    /** {@link RpcConnection#writable()} has turned true again. */
    default void writable(RpcConnection connection) {}

    /**
     * The last call for a connection.
     *
     * @param why in words for people
     */
    void disconnected(RpcConnection connection, String why);

    /**
     * Somebody who connected was refused, or refused this node. On a net thread. For statistics: it is logged already.
     *
     * @param why in words for people
     */
    default void refused(InetSocketAddress remote, String why) {}
}
