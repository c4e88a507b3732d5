package io.github.foggara.shuffle.netty.transport;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.netty.buffer.ByteBufUtil;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.function.Function;

/**
 * The side that connects says what it speaks, which cluster it belongs to, who it is, and whom it expects; the other side answers who it is, or why
 * not. All fits one frame of 4 KiB. Event loop.
 */
final class Handshake {
    /**
     * What a greeting led to.
     *
     * @param peer null if refused
     * @param listener for the side that was connected to
     * @param answer may be null
     */
    record Outcome(ProcessId peer, LinkListener listener, ByteBuf answer, String refusal) {}

    private static final int MAGIC = 0x666F6767;
    private static final int VERSION = 1;
    private static final int LONGEST_TEXT = 512;

    private final ProcessId self;
    private final byte[] cluster;
    private final ProcessId expected;
    private final Function<ProcessId, LinkListener> acceptor;

    /** For the side that connects. */
    Handshake(ProcessId self, String cluster, ProcessId expected) {
        this(self, cluster, expected, null);
    }

    /** For the side that is connected to. */
    Handshake(ProcessId self, String cluster, Function<ProcessId, LinkListener> acceptor) {
        this(self, cluster, null, acceptor);
    }

    private Handshake(
            ProcessId self, String cluster, ProcessId expected, Function<ProcessId, LinkListener> acceptor) {
        this.self = self;
        this.cluster = cluster.getBytes(StandardCharsets.UTF_8);
        this.expected = expected;
        this.acceptor = acceptor;
    }

    /** Null if the other side begins. */
    ByteBuf hello(ByteBufAllocator allocator) {
        if (expected == null) {
            return null;
        }
        ByteBuf hello = Frames.begin(allocator, Frames.HELLO, 5 + 2 + cluster.length + 2 * ProcessId.BYTES);
        hello.writeInt(MAGIC).writeByte(VERSION).writeShort(cluster.length).writeBytes(cluster);
        self.write(hello);
        expected.write(hello);
        return hello;
    }

    Outcome read(int type, ByteBuf in, ByteBufAllocator allocator) {
        if (expected == null) {
            return type == Frames.HELLO ? accept(in, allocator) : refused("A connection must begin with HELLO", null);
        }
        if (type == Frames.WELCOME) {
            return new Outcome(expected, null, null, null);
        }
        return refused(type == Frames.REFUSED ? text(in) : "The other side does not answer as it should", null);
    }

    private Outcome accept(ByteBuf in, ByteBufAllocator allocator) {
        if (in.readableBytes() < 5 || in.readInt() != MAGIC) {
            return refused("The other side speaks another protocol", null);
        }
        int version = in.readUnsignedByte();
        if (version != VERSION) {
            return refuse("Protocol version " + VERSION + " is spoken here, not " + version, allocator);
        }
        byte[] named = new byte[Math.min(in.readUnsignedShort(), in.readableBytes())];
        in.readBytes(named);
        if (in.readableBytes() != 2 * ProcessId.BYTES) {
            return refused("HELLO has a wrong length", null);
        }
        if (!MessageDigest.isEqual(named, cluster)) {
            return refuse("This process belongs to another cluster", allocator);
        }
        ProcessId peer = ProcessId.read(in);
        if (!ProcessId.read(in).equals(self)) {
            return refuse("Another process listens here now", allocator);
        }
        return new Outcome(peer, acceptor.apply(peer), Frames.begin(allocator, Frames.WELCOME, 0), null);
    }

    private static Outcome refuse(String why, ByteBufAllocator allocator) {
        byte[] text = why.getBytes(StandardCharsets.UTF_8);
        return refused(
                why, Frames.begin(allocator, Frames.REFUSED, text.length).writeBytes(text));
    }

    private static Outcome refused(String why, ByteBuf answer) {
        return new Outcome(null, null, answer, why);
    }

    private static String text(ByteBuf in) {
        int length = Math.min(in.readableBytes(), LONGEST_TEXT);
        return new String(ByteBufUtil.getBytes(in, in.readerIndex(), length), StandardCharsets.UTF_8);
    }
}
