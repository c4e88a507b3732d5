package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.rpc.netty.LeakCheck;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whatever a stranger sends before the handshake is complete, it is refused in words, and costs next to nothing. */
@ExtendWith(LeakCheck.class)
class GarbageTest {
    @TempDir
    private Path directory;

    private Path file;
    private ClusterSecret secret;

    @BeforeEach
    void secret() throws IOException {
        file = directory.resolve("secret");
        secret = ClusterSecret.of(file, true);
    }

    @Test
    void randomBytesNeverPassAndNeverThrow() {
        SimulatedRuntime.seeds(2_000).forEach(seed -> {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(300)];
            random.nextBytes(bytes);
            if (random.nextBoolean() && bytes.length > 4) {
                // A length that is taken, so that what follows is looked at too.
                Arrays.fill(bytes, 0, 3, (byte) 0);
                bytes[4] = (byte) random.nextInt(9);
            }
            assertNeverEstablished(bytes, random, seed);
        });
    }

    @Test
    void mutatedHandshakesNeverPassAndNeverThrow() {
        SimulatedRuntime.seeds(2_000).forEach(seed -> {
            Random random = new Random(seed);
            byte[] bytes = ServerSide.clientHello();
            for (int i = random.nextInt(4); i >= 0; i--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(3) == 0) {
                bytes = Arrays.copyOf(bytes, random.nextInt(2 * bytes.length));
            }
            assertNeverEstablished(bytes, random, seed);
        });
    }

    /** The bytes come in pieces, and are followed by a proof that is none. */
    private void assertNeverEstablished(byte[] bytes, Random random, long seed) {
        ServerSide server = new ServerSide(secret, file);
        int cut = bytes.length == 0 ? 0 : random.nextInt(bytes.length);
        server.receive(Arrays.copyOfRange(bytes, 0, cut));
        server.receive(Arrays.copyOfRange(bytes, cut, bytes.length));
        server.receive(new byte[] {0, 0, 0, 33, Frames.CLIENT_PROOF});
        server.receive(new byte[32]);
        assertThat(server.established()).as("seed " + seed).isFalse();
        int frames = 0;
        byte[] frame;
        while ((frame = server.sent()).length > 0) {
            frames++;
            assertThat(frame.length).as("seed " + seed).isLessThanOrEqualTo(Frames.MAX_CONTROL_BYTES);
        }
        assertThat(frames).as("answers, seed " + seed).isLessThanOrEqualTo(2);
        end(server);
        assertThat(server.failure()).as("seed " + seed).isNotEmpty();
    }

    private static void end(ServerSide server) {
        try {
            server.end();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * @param hex what a stranger sends
     * @param words of the refusal
     */
    record Known(String hex, String words) {}

    static List<Known> corpus() throws IOException {
        try (InputStream in = GarbageTest.class.getResourceAsStream("/garbage.txt")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#"))
                    .map(line -> line.split(" \\| "))
                    .map(parts -> new Known(parts[0], parts[1]))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("corpus")
    void knownGarbageIsRefusedInTheseWords(Known known) throws IOException {
        ServerSide server = new ServerSide(secret, file);
        server.receive(HexFormat.of().parseHex(known.hex()));
        assertThat(server.failure()).contains(known.words());
        byte[] refusal = server.sent();
        assertThat(refusal[4]).isEqualTo(Frames.REFUSE);
        assertThat(ServerSide.words(refusal)).contains(known.words());
        server.end();
    }

    @Test
    void theRightProofPassesAndAnyOtherByteDoesNot() throws IOException {
        byte[] clientFrame = ServerSide.clientHello();
        byte[] clientHello = Arrays.copyOfRange(clientFrame, Frames.HEADER_BYTES, clientFrame.length);
        for (int flipped = -1; flipped < 32; flipped++) {
            ServerSide server = new ServerSide(secret, file);
            server.receive(clientFrame);
            byte[] answer = server.sent();
            assertThat(answer[4]).isEqualTo(Frames.SERVER_HELLO);
            RecordInput in = new RecordInput(answer, Frames.HEADER_BYTES, answer.length - Frames.HEADER_BYTES);
            byte[] serverHello = in.readBytes(in.readLength());
            byte[] theirs = in.readBytes(in.remaining());
            assertThat(secret.accepts(theirs, Proof.Side.SERVER, clientHello, serverHello))
                    .isTrue();
            byte[] proof = secret.of(Proof.Side.CLIENT, clientHello, serverHello);
            if (flipped >= 0) {
                proof[flipped] ^= 4;
            }
            server.receive(
                    ServerSide.bytes(Frames.control(UnpooledByteBufAllocator.DEFAULT, Frames.CLIENT_PROOF, proof)));
            assertThat(server.established()).isEqualTo(flipped < 0);
            if (flipped >= 0) {
                assertThat(server.failure()).contains("does not know the secret");
            }
            server.end();
        }
    }

    @Test
    void theProofOfTheServerIsNotThatOfAClient() throws IOException {
        ServerSide server = new ServerSide(secret, file);
        server.receive(ServerSide.clientHello());
        byte[] answer = server.sent();
        byte[] theirs = Arrays.copyOfRange(answer, answer.length - 32, answer.length);
        server.receive(ServerSide.bytes(Frames.control(UnpooledByteBufAllocator.DEFAULT, Frames.CLIENT_PROOF, theirs)));
        assertThat(server.established()).isFalse();
        assertThat(server.failure()).contains("does not know the secret");
        server.end();
    }
}
