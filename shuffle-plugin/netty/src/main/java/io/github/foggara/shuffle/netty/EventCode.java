package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.ChannelEvent;
import io.github.foggara.api.shuffle.ChannelEvent.CancelMarker;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.shuffle.ChannelEvent.Watermark;
import io.netty.buffer.ByteBuf;

/** Events as bytes. */
final class EventCode {
    /** Of any event. */
    static final int BYTES = 18;

    private static final int END_OF_DATA = 1;
    private static final int END_OF_PARTITION = 2;
    private static final int WATERMARK = 3;
    private static final int BARRIER = 4;
    private static final int CANCEL_MARKER = 5;

    private EventCode() {}

    static void write(ChannelEvent event, ByteBuf out) {
        if (event instanceof Watermark watermark) {
            write(out, WATERMARK, false, watermark.timestamp(), 0);
        } else if (event instanceof CheckpointBarrier barrier) {
            write(out, BARRIER, barrier.aligned(), barrier.id(), barrier.timestampMillis());
        } else if (event instanceof CancelMarker marker) {
            write(out, CANCEL_MARKER, false, marker.id(), 0);
        } else if (event instanceof EndOfData end) {
            write(out, END_OF_DATA, end.drain(), 0, 0);
        } else {
            write(out, END_OF_PARTITION, false, 0, 0);
        }
    }

    private static void write(ByteBuf out, int kind, boolean flag, long first, long second) {
        out.writeByte(kind).writeBoolean(flag).writeLong(first).writeLong(second);
    }

    static ChannelEvent read(ByteBuf in) {
        int kind = in.readUnsignedByte();
        boolean flag = in.readBoolean();
        long first = in.readLong();
        long second = in.readLong();
        return switch (kind) {
            case END_OF_DATA -> new EndOfData(flag);
            case END_OF_PARTITION -> new EndOfPartition();
            case WATERMARK -> new Watermark(first);
            case BARRIER -> new CheckpointBarrier(first, second, flag);
            case CANCEL_MARKER -> new CancelMarker(first);
            default -> throw new ProtocolException("there is no event " + kind);
        };
    }
}
