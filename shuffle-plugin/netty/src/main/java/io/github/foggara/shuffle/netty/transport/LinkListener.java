package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;

/** Hears of one link at a time. Called by the link's event loop; must not block. */
public interface LinkListener {
    /** The handshake has succeeded. */
    void opened(Link link);

    /**
     * @param type of a user's frame, from {@link Frames#FIRST_TYPE}
     * @param body its bytes after the type, valid during the call
     * @throws RuntimeException if it is no such frame: the link is closed
     */
    void frame(Link link, int type, ByteBuf body);

    /**
     * The link is gone, or never came up.
     *
     * @param refused the other side is there and will not have us, so that trying again is of no use
     */
    void closed(boolean refused, Throwable cause);
}
