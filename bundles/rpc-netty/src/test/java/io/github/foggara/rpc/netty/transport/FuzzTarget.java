package io.github.foggara.rpc.netty.transport;

import io.github.foggara.rpc.netty.WireFormatReading;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.DecoderException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * What Jazzer calls with bytes of its choice, and {@link FuzzCorpusTest} with those that are kept. The first byte chooses what reads the others:
 * the handshake as a stranger's bytes, the handshake as the identity of a member, or the frames of a member.
 */
public final class FuzzTarget {
    private static final int MAX_PAYLOAD = 100;
    private static final int MOST_PIECES = 7;

    private static final Path FILE;
    private static final ClusterSecret SECRET;

    static {
        try {
            Path directory = Files.createTempDirectory("foggara-fuzz");
            FILE = directory.resolve("secret");
            SECRET = ClusterSecret.of(FILE, true);
            FILE.toFile().deleteOnExit();
            directory.toFile().deleteOnExit();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private FuzzTarget() {}

    /**
     * @throws AssertionError if something is accepted that must not be, or not refused as it should
     */
    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        byte[] bytes = Arrays.copyOfRange(data, 1, data.length);
        switch (Math.floorMod(data[0], 3)) {
            case 0 -> stranger(bytes);
            case 1 -> member(bytes);
            default -> frames(bytes);
        }
    }

    private static void stranger(byte[] bytes) throws IOException {
        ServerSide server = new ServerSide(SECRET, FILE);
        int piece = bytes.length / MOST_PIECES + 1;
        for (int at = 0; at < bytes.length; at += piece) {
            server.receive(Arrays.copyOfRange(bytes, at, Math.min(bytes.length, at + piece)));
        }
        check(!server.established(), "a stranger was taken for a member");
        checkAnswers(server);
        server.end();
        check(!server.failure().isEmpty(), "no reason was given");
    }

    /** The proof is right, so that what the identity says is looked at. */
    private static void member(byte[] identity) throws IOException {
        ServerSide server = new ServerSide(SECRET, FILE);
        byte[] challenge = server.challenge();
        if (identity.length <= Frames.MAX_CONTROL_BYTES / 2) {
            server.receive(ServerSide.clientProof(SECRET, challenge, identity));
            check(server.established() || !server.failure().isEmpty(), "neither taken nor refused");
        }
        checkAnswers(server);
        server.end();
    }

    private static void checkAnswers(ServerSide server) {
        int count = 0;
        for (byte[] answer = server.sent(); answer.length > 0; answer = server.sent()) {
            count++;
            check(answer.length <= Frames.MAX_CONTROL_BYTES, "an answer of " + answer.length + " bytes");
        }
        check(count <= 2, count + " answers");
    }

    private static void frames(byte[] bytes) {
        FrameDecoder decoder = new FrameDecoder();
        decoder.accept(MAX_PAYLOAD);
        EmbeddedChannel channel = new EmbeddedChannel(decoder);
        try {
            channel.writeInbound(Unpooled.wrappedBuffer(bytes));
        } catch (BadFrameException e) {
            check(!e.getMessage().isEmpty(), "no reason was given");
            // As the end of a connection does.
            decoder.discard();
        }
        Object message;
        while ((message = channel.readInbound()) != null) {
            if (message instanceof ByteBuf payload) {
                read(payload);
            }
        }
        channel.finishAndReleaseAll();
    }

    private static void read(ByteBuf payload) {
        check(payload.readableBytes() <= Frames.MAX_CONTROL_BYTES, "more than was allowed");
        try {
            WireFormatReading.read(payload);
        } catch (DecoderException | IllegalArgumentException e) {
            check(e.getMessage() != null, "no reason was given");
        } finally {
            payload.release();
        }
    }

    private static void check(boolean holds, String otherwise) {
        if (!holds) {
            throw new AssertionError(otherwise);
        }
    }
}
