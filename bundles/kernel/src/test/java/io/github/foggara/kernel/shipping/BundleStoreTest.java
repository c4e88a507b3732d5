package io.github.foggara.kernel.shipping;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BundleStoreTest {
    private static final byte[] BYTES = new byte[100_000];

    static {
        new Random(1).nextBytes(BYTES);
    }

    @TempDir
    Path data;

    private Path directory() {
        return data.resolve("bundles");
    }

    private BundleStore.Stored put(BundleStore store, byte[] bytes) throws IOException {
        return store.put(out -> out.write(bytes), bytes.length);
    }

    private String[] files() throws IOException {
        try (Stream<Path> files = Files.list(directory())) {
            return files.map(file -> file.getFileName().toString()).toArray(String[]::new);
        }
    }

    @Test
    void aFileIsNamedByItsContentAndReadInParts() throws IOException {
        BundleStore store = new BundleStore(directory());
        BundleStore.Stored stored = put(store, BYTES);
        assertThat(stored).isEqualTo(new BundleStore.Stored(FakeHost.hash(BYTES), BYTES.length));
        assertThat(files()).containsExactly(stored.hash() + ".jar");
        assertThat(store.read(stored.hash(), 0, 60_000)).isEqualTo(Arrays.copyOf(BYTES, 60_000));
        assertThat(store.read(stored.hash(), 60_000, 60_000)).isEqualTo(Arrays.copyOfRange(BYTES, 60_000, 100_000));
        assertThat(store.read(stored.hash(), 100_000, 60_000)).isEmpty();
        assertThatIOException()
                .isThrownBy(() -> store.read(stored.hash(), 100_001, 1))
                .withMessageContaining("none at 100001");
    }

    @Test
    void everyDamagedByteAndEveryCutIsFoundAndTheFileIsRemoved() throws IOException {
        byte[] small = Arrays.copyOf(BYTES, 40);
        BundleStore store = new BundleStore(directory());
        for (int at = 0; at < small.length; at++) {
            String hash = put(store, small).hash();
            Path file = directory().resolve(hash + ".jar");
            byte[] damaged = small.clone();
            damaged[at] ^= 4;
            Files.write(file, damaged);
            assertThatThrownBy(() -> store.verify(hash))
                    .isInstanceOf(BundleStore.DamagedBundleException.class)
                    .hasMessageContaining("is damaged");
            assertThat(file).doesNotExist();
            put(store, small);
            Files.write(file, Arrays.copyOf(small, at));
            assertThatThrownBy(() -> store.verify(hash)).isInstanceOf(BundleStore.DamagedBundleException.class);
        }
    }

    @Test
    void whatIsTooLargeLeavesNothing() throws IOException {
        BundleStore store = new BundleStore(directory());
        assertThatIOException()
                .isThrownBy(() -> store.put(out -> out.write(BYTES), BYTES.length - 1))
                .withMessageContaining("99999 bytes");
        assertThat(files()).isEmpty();
    }

    @Test
    void whatCannotBeReadToItsEndLeavesNothing() throws IOException {
        BundleStore store = new BundleStore(directory());
        assertThatIOException()
                .isThrownBy(() -> store.put(
                        out -> {
                            out.write(BYTES);
                            throw new IOException("the bundle is gone");
                        },
                        BYTES.length))
                .withMessage("the bundle is gone");
        assertThat(files()).isEmpty();
    }

    /** The device that is always full stands where the draft is written. */
    @Test
    void aFullDiskIsToldAndLeavesNothing() throws IOException {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Files.createDirectories(directory());
        Files.createSymbolicLink(directory().resolve("put-0.tmp"), full);
        BundleStore store = new BundleStore(directory());
        assertThatIOException().isThrownBy(() -> put(store, BYTES)).withMessageContaining("No space left");
        assertThat(files()).isEmpty();
    }

    /** As a kill leaves them: drafts, and files that no job of now needs. */
    @Test
    void theSweepRemovesDraftsAndBundlesAndNothingElse() throws IOException {
        put(new BundleStore(directory()), BYTES);
        Files.write(directory().resolve("put-9.tmp"), new byte[3]);
        Files.write(directory().resolve("library.jar"), new byte[3]);
        Files.write(directory().resolve("notes.tmp"), new byte[3]);
        new BundleStore(directory()).sweep();
        assertThat(files()).containsExactlyInAnyOrder("library.jar", "notes.tmp");
    }

    @Test
    void whatIsNotThereIsToldAsThat() {
        BundleStore store = new BundleStore(directory());
        assertThatThrownBy(() -> store.read("00".repeat(32), 0, 1)).isInstanceOf(NoSuchFileException.class);
        assertThatThrownBy(() -> store.verify("00".repeat(32))).isInstanceOf(NoSuchFileException.class);
    }
}
