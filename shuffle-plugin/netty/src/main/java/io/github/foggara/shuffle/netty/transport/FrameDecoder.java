package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.codec.CorruptedFrameException;
import java.util.List;

/** Cuts the stream into frames, without their length. A length outside the limit is refused before anything is kept. Event loop. */
final class FrameDecoder extends ByteToMessageDecoder {
    private int limit = Frames.FIRST_LIMIT;

    /** The handshake has succeeded. */
    void trust() {
        limit = Frames.LIMIT;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (in.readableBytes() < Frames.LENGTH_BYTES) {
            return;
        }
        int length = in.getInt(in.readerIndex());
        if (length < 1 || length > limit) {
            in.skipBytes(in.readableBytes());
            throw new CorruptedFrameException("A frame has " + length + " bytes, from 1 to " + limit + " are allowed");
        }
        if (in.readableBytes() - Frames.LENGTH_BYTES >= length) {
            in.skipBytes(Frames.LENGTH_BYTES);
            out.add(in.readRetainedSlice(length));
        }
    }
}
