package io.github.foggara.rpc.netty.transport;

import java.net.InetSocketAddress;

/** Who speaks over the connections of a transport. */
public interface TransportUser {
    /**
     * A peer has proved itself. On the connection's net thread; adds handlers to the end of {@code channel.channel().pipeline()}. They read
     * the payload of each frame as a {@code ByteBuf} that they release, write whole frames ({@link Frames}), and see
     * {@code channelInactive} once, with {@link SecureChannel#closeReason()} known. What they throw ends the connection.
     */
    void established(SecureChannel channel);

    /** Somebody who connected was refused, or refused us; logged already. On a net thread. */
    default void refused(InetSocketAddress remote, String why) {}
}
