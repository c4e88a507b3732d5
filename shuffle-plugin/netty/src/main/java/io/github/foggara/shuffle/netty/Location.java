package io.github.foggara.shuffle.netty;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.shuffle.netty.transport.ProcessId;
import java.net.InetSocketAddress;

/** Where an environment listens: what stands in a shuffle descriptor. */
record Location(String host, int port, ProcessId process) {
    private static final int VERSION = 1;
    private static final int INITIAL = 64;

    byte[] encode() {
        RecordOutput out = new RecordOutput(INITIAL);
        out.writeByte(VERSION);
        out.writeString(host);
        out.writeShort(port);
        out.writeLong(process.high());
        out.writeLong(process.low());
        return out.toByteArray();
    }

    /**
     * @throws IllegalArgumentException if the bytes are no location
     */
    static Location decode(byte[] bytes) {
        RecordInput in = new RecordInput(bytes);
        if (in.readByte() != VERSION) {
            throw new IllegalArgumentException("This shuffle descriptor was written by another version");
        }
        String host = in.readString();
        int port = in.readShort() & 0xFFFF;
        return new Location(host, port, new ProcessId(in.readLong(), in.readLong()));
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + ":" + port + " (" + process + ")";
    }
}
