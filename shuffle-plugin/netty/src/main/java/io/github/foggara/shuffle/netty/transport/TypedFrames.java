package io.github.foggara.shuffle.netty.transport;

import io.github.foggara.rpc.netty.transport.Frames;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/** Frames whose payload begins with a byte for its type. */
public final class TypedFrames {
    /** Types below are the link's own. */
    public static final int FIRST_TYPE = 16;
    /** Data in the largest frame. */
    public static final int CHUNK = 32 * 1024;
    /** The largest payload: a chunk and what stands before it. */
    public static final int LARGEST = CHUNK + 1024;

    static final int PING = 1;
    static final int PONG = 2;
    static final int BYE = 3;

    private TypedFrames() {}

    /**
     * A frame to be filled with exactly so many bytes.
     *
     * @param bodyBytes after the type
     */
    public static ByteBuf begin(ByteBufAllocator allocator, int type, int bodyBytes) {
        return Frames.data(allocator, 1 + bodyBytes).writeByte(type);
    }
}
