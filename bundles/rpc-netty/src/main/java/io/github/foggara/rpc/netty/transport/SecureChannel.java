package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.rpc.PeerIdentity;
import io.netty.channel.Channel;

/** A connection whose handshake is complete. All methods: any thread. */
public final class SecureChannel {
    private final Channel channel;
    private final PeerIdentity peer;
    private final Ending ending;
    private volatile Object attachment;

    SecureChannel(Channel channel, PeerIdentity peer, Ending ending) {
        this.channel = channel;
        this.peer = peer;
        this.ending = ending;
    }

    /** Its pipeline is changed by its net thread only. */
    public Channel channel() {
        return channel;
    }

    /** Who the other end proved to be. */
    public PeerIdentity peer() {
        return peer;
    }

    /** Ends the connection; the peer is told why. From then on nothing that arrives is handed on. Idempotent, never blocks. */
    public void close(String why) {
        ending.goodbye(why);
    }

    /** Why the connection ends or has ended, in words; empty while it has not. */
    public String closeReason() {
        return ending.reason();
    }

    /** Keeps an object of the user's with this connection. */
    public void attach(Object object) {
        attachment = object;
    }

    /** What {@link #attach} was given last, or null. */
    public Object attachment() {
        return attachment;
    }

    @Override
    public String toString() {
        return peer + " at " + channel.remoteAddress();
    }
}
