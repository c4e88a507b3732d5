package io.github.foggara.rpc.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.util.List;

/**
 * Cuts bytes into frames. Gives {@link Frames.Control}s and, for frames of the user, payloads as slices. No memory is taken by the length
 * that a peer claims, only for bytes that came; a length over the limit is refused as soon as it is read. Net thread.
 */
final class FrameDecoder extends ByteToMessageDecoder {
    /** Begins like a record of TLS: type handshake or alert, version 3. */
    private static final int TLS_HANDSHAKE = 0x1603;

    private static final int TLS_ALERT = 0x1503;

    private int maxLength = Frames.MAX_CONTROL_BYTES - 4;
    private boolean proved;
    private boolean discarding;

    /** The handshake is complete. */
    void accept(int maxPayload) {
        maxLength = Math.max(Frames.MAX_CONTROL_BYTES - 4, maxPayload + 1);
        proved = true;
    }

    boolean proved() {
        return proved;
    }

    /** Everything from now on is dropped. */
    void discard() {
        discarding = true;
    }

    @Override
    protected void decode(ChannelHandlerContext ctx, ByteBuf in, List<Object> out) {
        if (discarding) {
            in.skipBytes(in.readableBytes());
            return;
        }
        if (in.readableBytes() < 4) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > maxLength) {
            throw new BadFrameException(refusal(length));
        }
        if (in.readableBytes() < Frames.HEADER_BYTES) {
            return;
        }
        byte kind = in.getByte(in.readerIndex() + 4);
        checkKind(kind, length);
        if (in.readableBytes() < 4 + length) {
            return;
        }
        in.skipBytes(Frames.HEADER_BYTES);
        if (kind == Frames.DATA) {
            out.add(in.readRetainedSlice(length - 1));
        } else {
            byte[] payload = new byte[length - 1];
            in.readBytes(payload);
            if (kind != Frames.HEARTBEAT) {
                out.add(new Frames.Control(kind, payload));
            }
        }
    }

    private void checkKind(byte kind, int length) {
        if (kind < Frames.HEARTBEAT || kind > Frames.REFUSE) {
            throw new BadFrameException("there is no kind of frame " + kind);
        }
        if (kind != Frames.DATA && 4 + length > Frames.MAX_CONTROL_BYTES) {
            throw new BadFrameException("a frame of kind " + kind + " has " + (4L + length) + " bytes, more than "
                    + Frames.MAX_CONTROL_BYTES);
        }
        if (!proved && kind < Frames.CLIENT_HELLO) {
            throw new BadFrameException("a frame of kind " + kind + " came before the handshake was complete");
        }
    }

    private String refusal(int length) {
        if (!proved && (length >>> 16 == TLS_HANDSHAKE || length >>> 16 == TLS_ALERT)) {
            return "the peer speaks TLS, and it is not configured here";
        }
        return "a frame of length " + Integer.toUnsignedString(length) + " is not from 1 to " + maxLength
                + (proved ? "" : "; before the handshake is complete none is longer");
    }
}
