package io.github.foggara.rpc.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;

/**
 * The bytes on the wire: {@code length: int, kind: byte, payload}, where the length counts kind and payload.
 *
 * <p>The kinds of the handshake, and how {@link #REFUSE} looks, stay the same in all versions, so that different versions can tell each
 * other so.
 */
public final class Frames {
    /** Bytes before the payload. */
    public static final int HEADER_BYTES = 5;

    public static final int MAX_PAYLOAD = 1 << 30;

    /** Length and kind together with the payload, before a handshake is complete and for all that is not the user's. */
    static final int MAX_CONTROL_BYTES = 4096;

    static final byte HEARTBEAT = 0;
    /** Of the user. */
    static final byte DATA = 1;
    /** The sender ends the connection; the payload says why, in UTF-8. */
    static final byte GOODBYE = 2;

    static final byte CLIENT_HELLO = 3;
    static final byte SERVER_HELLO = 4;
    static final byte CLIENT_PROOF = 5;
    static final byte WELCOME = 6;
    /** The sender does not accept the peer; the payload says why, in UTF-8. */
    static final byte REFUSE = 7;

    private Frames() {}

    /** A buffer that begins with the header of a frame of the user; exactly {@code payload} bytes are to follow in it. */
    public static ByteBuf data(ByteBufAllocator allocator, int payload) {
        ByteBuf frame = allocator.ioBuffer(HEADER_BYTES + payload, HEADER_BYTES + payload);
        header(frame, payload);
        return frame;
    }

    /** Writes the header of a frame of the user, whose payload follows in this or in other buffers, or as a region of a file. */
    public static void header(ByteBuf out, int payload) {
        out.writeInt(payload + 1);
        out.writeByte(DATA);
    }

    static ByteBuf control(ByteBufAllocator allocator, byte kind, byte[] payload) {
        if (HEADER_BYTES + payload.length > MAX_CONTROL_BYTES) {
            throw new IllegalArgumentException("A control frame of " + payload.length + " bytes");
        }
        return allocator
                .ioBuffer(HEADER_BYTES + payload.length)
                .writeInt(payload.length + 1)
                .writeByte(kind)
                .writeBytes(payload);
    }

    /** What is not the user's. */
    record Control(byte kind, byte[] payload) {}
}
