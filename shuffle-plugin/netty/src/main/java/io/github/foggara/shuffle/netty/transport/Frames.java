package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** How frames look from outside. */
public final class Frames {
    /** Types below are the transport's own. */
    public static final int FIRST_TYPE = 16;
    /** Payload of the largest data frame. */
    public static final int CHUNK = 32 * 1024;

    static final int HELLO = 1;
    static final int WELCOME = 2;
    static final int REFUSED = 3;
    static final int PING = 4;
    static final int PONG = 5;
    static final int BYE = 6;

    static final int LENGTH_BYTES = 4;
    /** Before the handshake. */
    static final int FIRST_LIMIT = 4 * 1024;
    /** After the handshake: a chunk and what stands before it. */
    static final int LIMIT = CHUNK + 1024;

    private Frames() {}

    /**
     * A frame to be filled with exactly so many bytes.
     *
     * @param bodyBytes after the type
     */
    public static ByteBuf begin(ByteBufAllocator allocator, int type, int bodyBytes) {
        ByteBuf frame = allocator.ioBuffer(LENGTH_BYTES + 1 + bodyBytes);
        return frame.writeInt(1 + bodyBytes).writeByte(type);
    }
}
