package io.github.foggara.shuffle.netty;

import io.github.foggara.rpc.netty.transport.Frames;
import io.github.foggara.rpc.netty.transport.SecureChannel;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;

/** Changes some of the frames that one end sends: flips bits, cuts, repeats, reorders, and lies about lengths and numbers. Owned by the net thread. */
final class Mutator extends ChannelOutboundHandlerAdapter {
    private static final int KINDS = 8;
    private static final byte DATA = 1;
    private static final long[] NUMBERS = {0, -1, 1, Long.MIN_VALUE, Long.MAX_VALUE, Integer.MAX_VALUE, 1 << 20};

    private final Random random;
    /** One of so many frames is changed. */
    private final int odds;

    private byte[] held;

    private final Runnable changes;

    private Mutator(Random random, Runnable changes) {
        this.random = random;
        this.changes = changes;
        this.odds = 2 + random.nextInt(20);
    }

    /**
     * Puts one on a connection that has just proved itself, before a link.
     *
     * @param changes told of each frame that is changed, by the net thread
     */
    static void on(SecureChannel secured, Random random, Runnable changes) {
        secured.channel().pipeline().addLast("mutator", new Mutator(random, changes));
    }

    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        ByteBuf in = (ByteBuf) message;
        ByteBuf out = context.alloc().buffer();
        while (in.isReadable()) {
            int length = in.readInt();
            if (in.getByte(in.readerIndex()) == DATA) {
                byte[] payload = new byte[length - 1];
                in.skipBytes(1).readBytes(payload);
                next(payload, out);
            } else {
                out.writeInt(length).writeBytes(in, length);
            }
        }
        in.release();
        context.write(out, promise);
    }

    private void next(byte[] payload, ByteBuf out) {
        byte[] late = held;
        held = null;
        if (random.nextInt(odds) == 0) {
            change(payload, out);
        } else {
            frame(payload, out);
        }
        if (late != null) {
            frame(late, out);
        }
    }

    private void change(byte[] payload, ByteBuf out) {
        changes.run();
        switch (random.nextInt(KINDS)) {
            case 0 -> frame(Arrays.copyOf(payload, random.nextInt(payload.length)), out);
            case 1 -> frame(Arrays.copyOf(payload, payload.length + 1 + random.nextInt(40)), out);
            case 2 -> {
                frame(payload, out);
                frame(payload, out);
            }
            case 3 -> held = payload;
            case 4 -> out.writeInt(length(payload)).writeByte(DATA).writeBytes(payload);
            case 5 -> frame(number(payload), out);
            default -> frame(flipped(payload), out);
        }
    }

    private int length(byte[] payload) {
        return random.nextBoolean() ? random.nextInt() : payload.length + random.nextInt(9) - 4;
    }

    private byte[] number(byte[] payload) {
        long number = NUMBERS[random.nextInt(NUMBERS.length)];
        ByteBuffer bytes = ByteBuffer.wrap(payload);
        int at = 1 + Integer.BYTES * random.nextInt(4);
        if (at + Long.BYTES <= payload.length) {
            bytes.putLong(at, number);
        } else if (at + Integer.BYTES <= payload.length) {
            bytes.putInt(at, (int) number);
        }
        return payload;
    }

    private byte[] flipped(byte[] payload) {
        // Mostly in what stands before records.
        int among = random.nextBoolean() ? Math.min(payload.length, 24) : payload.length;
        for (int i = random.nextInt(3); i >= 0; i--) {
            payload[random.nextInt(among)] ^= (byte) (1 << random.nextInt(Byte.SIZE));
        }
        return payload;
    }

    private static void frame(byte[] payload, ByteBuf out) {
        Frames.header(out, payload.length);
        out.writeBytes(payload);
    }
}
