package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import java.util.HexFormat;

/** A process that ends and comes back has another one. 128 random bits; who knows them may continue what that process read. */
public record ProcessId(long high, long low) {
    static final int BYTES = 16;

    static ProcessId read(ByteBuf in) {
        return new ProcessId(in.readLong(), in.readLong());
    }

    void write(ByteBuf out) {
        out.writeLong(high).writeLong(low);
    }

    /** Enough to tell processes apart in a log, too little to be one. */
    @Override
    public String toString() {
        return HexFormat.of().toHexDigits((int) (high >>> 32));
    }
}
