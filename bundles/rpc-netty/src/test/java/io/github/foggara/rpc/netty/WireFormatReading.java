package io.github.foggara.rpc.netty;

import io.netty.buffer.ByteBuf;

/** Reads a payload as a connection does, and does nothing with it. */
public final class WireFormatReading {
    private WireFormatReading() {}

    public static void read(ByteBuf in) {
        switch (WireFormat.readOp(in)) {
            case WireFormat.MESSAGE -> WireFormat.readMessage(in);
            case WireFormat.REQUEST -> {
                WireFormat.readLong(in);
                WireFormat.readMessage(in);
            }
            case WireFormat.REPLY -> {
                WireFormat.readLong(in);
                WireFormat.rest(in);
            }
            default -> {
                WireFormat.readLong(in);
                WireFormat.readWords(in);
            }
        }
    }
}
