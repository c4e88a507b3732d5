package io.github.foggara.rpc.netty;

import io.github.foggara.api.rpc.RpcMessage;
import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.DecoderException;
import java.nio.charset.StandardCharsets;

/**
 * What stands in a frame, big-endian:
 *
 * <pre>
 *   MESSAGE  op, type: int, body
 *   REQUEST  op, request: long, type: int, body
 *   REPLY    op, request: long, body
 *   FAILURE  op, request: long, words in UTF-8
 * </pre>
 *
 * The length of the body is what is left of the frame.
 */
final class WireFormat {
    static final byte MESSAGE = 1;
    static final byte REQUEST = 2;
    static final byte REPLY = 3;
    static final byte FAILURE = 4;

    /** More than all before a body. */
    static final int MAX_HEAD_BYTES = 64;

    private static final int MAX_WORDS = 4000;
    private static final int MESSAGE_HEAD = 4;

    private WireFormat() {}

    /** What {@link #write} will take, at most. */
    static int size(byte op, RpcMessage message, byte[] body) {
        int head = 1 + (op == MESSAGE ? 0 : 8) + (message == null ? 0 : MESSAGE_HEAD);
        return head + body.length;
    }

    /**
     * @param message null for answers
     */
    static void write(ByteBuf out, byte op, long request, RpcMessage message, byte[] body) {
        out.writeByte(op);
        if (op != MESSAGE) {
            out.writeLong(request);
        }
        if (message != null) {
            out.writeInt(message.type());
        }
        out.writeBytes(body);
    }

    /** Reads a message after its op and its request. */
    static RpcMessage readMessage(ByteBuf in) {
        need(in, MESSAGE_HEAD);
        return new RpcMessage(in.readInt(), rest(in));
    }

    /** What is left, which has been received: nobody's claim is believed. */
    static byte[] rest(ByteBuf in) {
        byte[] rest = new byte[in.readableBytes()];
        in.readBytes(rest);
        return rest;
    }

    static String readWords(ByteBuf in) {
        return in.toString(in.readerIndex(), Math.min(MAX_WORDS, in.readableBytes()), StandardCharsets.UTF_8);
    }

    static long readLong(ByteBuf in) {
        need(in, 8);
        return in.readLong();
    }

    static byte readOp(ByteBuf in) {
        need(in, 1);
        return in.readByte();
    }

    private static void need(ByteBuf in, int bytes) {
        if (in.readableBytes() < bytes) {
            throw new DecoderException(
                    "a message ends after " + in.readableBytes() + " bytes where " + bytes + " are needed");
        }
    }
}
