package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClusterSecretTest {
    private static final byte[] CLIENT = {1, 2, 3};
    private static final byte[] SERVER = {4, 5};

    @TempDir
    private Path directory;

    private static byte[] proof(ClusterSecret secret) {
        return secret.of(Proof.Side.CLIENT, CLIENT, SERVER);
    }

    @Test
    void itIsMadeForItsOwnerAloneAndReadAgain() throws IOException {
        Path file = directory.resolve("secret");
        ClusterSecret made = ClusterSecret.of(file, true);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
        ClusterSecret read = ClusterSecret.of(file, false);
        assertThat(read.accepts(proof(made), Proof.Side.CLIENT, CLIENT, SERVER)).isTrue();
        assertThat(ClusterSecret.of(directory.resolve("another"), true)
                        .accepts(proof(made), Proof.Side.CLIENT, CLIENT, SERVER))
                .isFalse();
        String text = Files.readString(file).strip();
        assertThat(text).matches("[0-9a-f]{64}");
        assertThat(made.toString()).doesNotContain(text).contains("secret");
        try (Stream<Path> files = Files.list(directory)) {
            assertThat(files.map(path -> path.getFileName().toString())).containsExactlyInAnyOrder("secret", "another");
        }
    }

    @Test
    void aProofHoldsForOneSideAndTheseHellosOnly() throws IOException {
        ClusterSecret secret = ClusterSecret.of(directory.resolve("secret"), true);
        byte[] proof = proof(secret);
        assertThat(secret.accepts(proof, Proof.Side.CLIENT, CLIENT, SERVER)).isTrue();
        assertThat(secret.accepts(proof, Proof.Side.SERVER, CLIENT, SERVER)).isFalse();
        assertThat(secret.accepts(proof, Proof.Side.CLIENT, SERVER, CLIENT)).isFalse();
        // The same bytes, cut elsewhere.
        assertThat(secret.accepts(proof, Proof.Side.CLIENT, new byte[] {1, 2}, new byte[] {3, 4, 5}))
                .isFalse();
        assertThat(secret.accepts(new byte[0], Proof.Side.CLIENT, CLIENT, SERVER))
                .isFalse();
        proof[31] ^= 1;
        assertThat(secret.accepts(proof, Proof.Side.CLIENT, CLIENT, SERVER)).isFalse();
    }

    @Test
    void aFileThatOthersMayUseIsRefused() throws IOException {
        Path file = directory.resolve("secret");
        ClusterSecret.of(file, true);
        String text = Files.readString(file).strip();
        for (String permissions : List.of("rw-r-----", "rw----r--", "rw--w----", "rw-------")) {
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(permissions));
            if (permissions.equals("rw-------")) {
                ClusterSecret.of(file, true);
            } else {
                assertThatThrownBy(() -> ClusterSecret.of(file, true))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(file.toString())
                        .hasMessageContaining(permissions)
                        .hasMessageNotContaining(text);
            }
        }
    }

    @Test
    void anAbsentOrDamagedFileIsSaid() throws IOException {
        Path file = directory.resolve("secret");
        assertThatThrownBy(() -> ClusterSecret.of(file, false))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("There is no secret file " + file);
        for (String content : List.of("", "abc", "zz".repeat(32), "ab".repeat(33), "ab".repeat(5000))) {
            Files.writeString(file, content);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
            assertThatThrownBy(() -> ClusterSecret.of(file, true))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("does not hold 64 hexadecimal digits")
                    .hasNoCause();
        }
    }

    @Test
    void whoeverMakesItAtTheSameTimeGetsTheSame() throws Exception {
        for (int round = 0; round < 20; round++) {
            Path file = directory.resolve("secret-" + round);
            Set<List<Byte>> proofs = ConcurrentHashMap.newKeySet();
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                threads.add(new Thread(() -> {
                    try {
                        List<Byte> proof = new ArrayList<>();
                        for (byte b : proof(ClusterSecret.of(file, true))) {
                            proof.add(b);
                        }
                        proofs.add(proof);
                    } catch (IOException e) {
                        proofs.add(List.of());
                    }
                }));
            }
            threads.forEach(Thread::start);
            for (Thread thread : threads) {
                thread.join();
            }
            assertThat(proofs).hasSize(1).doesNotContain(List.of());
        }
    }
}
