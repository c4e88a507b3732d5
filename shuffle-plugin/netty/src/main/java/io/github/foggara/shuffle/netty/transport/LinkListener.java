package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;

/** Hears of a link that was opened. Called by the link's net thread; must not block. */
public interface LinkListener {
    /**
     * @param type of a user's frame, from {@link TypedFrames#FIRST_TYPE}
     * @param body its bytes after the type, valid during the call unless retained
     * @throws RuntimeException if it is no such frame: the link is closed
     */
    void frame(Link link, int type, ByteBuf body);

    /**
     * The link is gone; the last call.
     *
     * @param forGood the other process has said that it will not be back
     */
    void closed(Link link, boolean forGood, String why);
}
