package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.rpc.netty.LeakCheck;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
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

    @Test
    void mutatedProofsNeverPassAndNeverThrow() {
        byte[] identity = Introduction.bytes(ServerSide.CLIENT);
        SimulatedRuntime.seeds(2_000).forEach(seed -> {
            Random random = new Random(seed);
            ServerSide server = new ServerSide(secret, file);
            byte[] bytes = ServerSide.clientProof(secret, server.challenge(), identity);
            bytes[Frames.HEADER_BYTES + random.nextInt(bytes.length - Frames.HEADER_BYTES)] ^=
                    (byte) (1 + random.nextInt(255));
            server.receive(bytes);
            assertThat(server.established()).as("seed " + seed).isFalse();
            assertThat(server.failure()).as("seed " + seed).isNotEmpty();
            end(server);
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
        byte[] refusal = new byte[0];
        for (byte[] next = server.sent(); next.length > 0; next = server.sent()) {
            refusal = next;
        }
        assertThat(refusal[4]).isEqualTo(Frames.REFUSE);
        assertThat(ServerSide.words(refusal)).contains(known.words());
        server.end();
    }

    /** Identities of members, so with the right proof. */
    static Stream<Arguments> identities() {
        PeerIdentity good = ServerSide.CLIENT;
        byte[] bytes = Introduction.bytes(good);
        byte[] manyProperties = Introduction.bytes(identity("1.0", "c", Map.of()));
        manyProperties[manyProperties.length - 1] = 65;
        return Stream.of(
                arguments(Introduction.bytes(identity("1.0", "d\u001b[2J", Map.of())), "cluster 'd?[2J'"),
                arguments(Introduction.bytes(identity("0.9\nWARN forged", "c", Map.of())), "0.9?WARN forged"),
                arguments(Arrays.copyOf(bytes, bytes.length - 1), "cannot be read"),
                arguments(Arrays.copyOf(bytes, bytes.length + 1), "longer than it says"),
                arguments(new byte[0], "cannot be read"),
                arguments(Arrays.copyOf(manyProperties, manyProperties.length + 130), "65 properties"),
                arguments(tooLong(), "texts of an identity"),
                arguments(textOf4Gb(), "cannot be read"));
    }

    private static PeerIdentity identity(String product, String cluster, Map<String, String> properties) {
        return new PeerIdentity(ServerSide.CLIENT.container(), "client", product, 3, cluster, properties);
    }

    private static byte[] tooLong() {
        RecordOutput out = new RecordOutput(4096);
        out.writeLong(1);
        out.writeLong(2);
        out.writeString("c");
        out.writeString("1.0");
        out.writeString("x".repeat(PeerIdentity.MAX_TEXT_BYTES));
        out.writeVarLong(0);
        return out.toByteArray();
    }

    private static byte[] textOf4Gb() {
        RecordOutput out = new RecordOutput(64);
        out.writeLong(1);
        out.writeLong(2);
        out.writeVarLong(0xFFFFFFFFL);
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("identities")
    void aMemberThatDoesNotFitIsToldWhy(byte[] identity, String words) throws IOException {
        ServerSide server = new ServerSide(secret, file);
        server.receive(ServerSide.clientProof(secret, server.challenge(), identity));
        assertThat(server.established()).isFalse();
        assertThat(server.failure()).contains(words);
        byte[] refusal = server.sent();
        assertThat(refusal[4]).isEqualTo(Frames.REFUSE);
        assertThat(ServerSide.words(refusal)).contains(words);
        server.end();
    }

    @Test
    void theRightProofPassesAndAnyOtherByteDoesNot() throws IOException {
        byte[] identity = Introduction.bytes(ServerSide.CLIENT);
        for (int flipped = -1; flipped < 32; flipped++) {
            ServerSide server = new ServerSide(secret, file);
            byte[] challenge = server.challenge();
            assertThat(challenge).hasSize(Hello.NONCE_BYTES);
            byte[] proof = ServerSide.clientProof(secret, challenge, identity);
            if (flipped >= 0) {
                proof[proof.length - 32 + flipped] ^= 4;
            }
            server.receive(proof);
            assertThat(server.established()).isEqualTo(flipped < 0);
            byte[] answer = server.sent();
            if (flipped >= 0) {
                assertThat(server.failure()).contains("does not know the secret of cluster 'c'");
                assertThat(ServerSide.words(answer))
                        .isEqualTo("the side that connects does not know the secret of this cluster");
            } else {
                assertThat(answer[4]).isEqualTo(Frames.WELCOME);
                assertWelcome(challenge, identity, Arrays.copyOfRange(answer, Frames.HEADER_BYTES, answer.length));
            }
            server.end();
        }
    }

    private void assertWelcome(byte[] challenge, byte[] identity, byte[] welcome) {
        try {
            Introduction theirs = Introduction.decode(welcome);
            assertThat(theirs.read(3)).isEqualTo(ServerSide.SERVER);
            assertThat(secret.accepts(
                            theirs.proof(),
                            Proof.Side.SERVER,
                            ServerSide.hello(),
                            challenge,
                            identity,
                            theirs.identity()))
                    .isTrue();
        } catch (HandshakeFailure e) {
            throw new AssertionError(e);
        }
    }

    /** Whatever a stranger does, nothing that is sent to it holds what the server is called. */
    @Test
    void aStrangerLearnsNothingOfTheServer() throws IOException {
        byte[] identity = Introduction.bytes(ServerSide.CLIENT);
        ServerSide server = new ServerSide(secret, file, "hidden-cluster");
        byte[] challenge = server.challenge();
        server.receive(ServerSide.frame(Frames.CLIENT_PROOF, new Introduction(identity, new byte[32]).encode()));
        byte[] refusal = server.sent();
        assertThat(refusal[4]).isEqualTo(Frames.REFUSE);
        String all =
                new String(challenge, StandardCharsets.ISO_8859_1) + new String(refusal, StandardCharsets.ISO_8859_1);
        assertThat(all).doesNotContain("hidden-cluster").doesNotContain("1.0").doesNotContain("server ");
        assertThat(server.failure()).contains("hidden-cluster");
        server.end();
    }

    @Test
    void aStrangerIsNotToldWhoStops() throws IOException {
        ServerSide server = new ServerSide(secret, file);
        server.challenge();
        server.stop(ServerSide.SERVER + " is stopping");
        assertThat(ServerSide.words(server.sent())).isEqualTo("this container is stopping");
        server.end();
    }

    @Test
    void theProofOfTheServerIsNotThatOfAClient() throws IOException {
        ServerSide server = new ServerSide(secret, file);
        byte[] challenge = server.challenge();
        byte[] identity = Introduction.bytes(ServerSide.CLIENT);
        byte[] theirs = secret.of(Proof.Side.SERVER, ServerSide.hello(), challenge, identity);
        server.receive(ServerSide.frame(Frames.CLIENT_PROOF, new Introduction(identity, theirs).encode()));
        assertThat(server.established()).isFalse();
        assertThat(server.failure()).contains("does not know the secret");
        server.end();
    }
}
