package io.github.foggara.shuffle.netty;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.net.InetSocketAddress;

/**
 * Where an environment listens: what stands in a shuffle descriptor.
 *
 * @param life of the environment: another one at the same address is not the one that was meant
 */
record Location(String host, int port, ContainerId life) {
    private static final int VERSION = 1;
    private static final int INITIAL = 64;

    byte[] encode() {
        RecordOutput out = new RecordOutput(INITIAL);
        out.writeByte(VERSION);
        out.writeString(host);
        out.writeShort(port);
        out.writeLong(life.high());
        out.writeLong(life.low());
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
        return new Location(host, port, new ContainerId(in.readLong(), in.readLong()));
    }

    InetSocketAddress address() {
        return new InetSocketAddress(host, port);
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
