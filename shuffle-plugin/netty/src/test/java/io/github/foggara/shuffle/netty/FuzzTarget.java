package io.github.foggara.shuffle.netty;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;

/**
 * What Jazzer calls with bytes of its choice, and {@link FuzzCorpusTest} with those that are kept. The first byte chooses what reads the others:
 * a consumer's request, what a producer says of its failure, an event, or where an environment is.
 */
public final class FuzzTarget {
    private FuzzTarget() {}

    /** Whatever is read: only what ends one link, or refuses one descriptor, is thrown. */
    public static void fuzzerTestOneInput(byte[] data) {
        if (data.length == 0) {
            return;
        }
        ByteBuf in = Unpooled.wrappedBuffer(data).skipBytes(1);
        try {
            switch (Math.floorMod(data[0], 4)) {
                case 0 -> attach(in);
                case 1 -> Wire.failure(in);
                case 2 -> EventCode.read(in);
                default -> location(in);
            }
        } catch (ProtocolException | IndexOutOfBoundsException | IllegalArgumentException e) {
            // The link is closed with these words.
            if (e.getMessage() == null) {
                throw new AssertionError("no reason was given", e);
            }
        } finally {
            in.release();
        }
    }

    private static void attach(ByteBuf in) {
        Wire.Attach.read(in);
        Wire.token(in);
    }

    private static void location(ByteBuf in) {
        byte[] bytes = new byte[in.readableBytes()];
        in.readBytes(bytes);
        Location location = Location.decode(bytes);
        if (!Location.decode(location.encode()).equals(location)) {
            throw new AssertionError(location + " is another one when it is written and read");
        }
    }
}
