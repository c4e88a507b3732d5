package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A small file with every bit flipped, and cut at every byte. */
class BlockDamageTest {
    private static final Path ROOT = Path.of("/disk");
    private static final int[] LENGTHS = {40, 1, 60};

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(ROOT), Long.MAX_VALUE, disk);
    private final AttemptSpillSpace space = directories.space(Blocks.OWNER);
    private SpillFile file;
    private Path path;
    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        file = Blocks.written(space, LENGTHS);
        path = disk.files(ROOT).get(0);
        whole = disk.disk.bytes(path);
    }

    @AfterEach
    void close() throws IOException {
        disk.disk.replace(path, whole);
        Blocks.assertHolds(file, 0, LENGTHS);
        directories.close();
    }

    @Test
    void everyBitCounts() {
        for (int bit = 0; bit < 8 * whole.length; bit++) {
            byte[] flipped = whole.clone();
            flipped[bit / 8] ^= (byte) (1 << bit % 8);
            assertRefused(flipped, "bit " + bit);
        }
    }

    @Test
    void whatStandsBetweenLargeBlocksDoesNotMatter() throws IOException {
        SpillFile large = Blocks.written(space, 40_000, 40_000);
        Path gaps = disk.files(ROOT).get(1);
        byte[] bytes = disk.disk.bytes(gaps);
        int header = BlockFormat.header(Blocks.OWNER, "run", 0, 0).limit();
        Arrays.fill(bytes, header, 4096, (byte) 77);
        Arrays.fill(bytes, 4096 + BlockFormat.BLOCK_HEADER + 40_000, 11 * 4096, (byte) 77);
        disk.disk.replace(gaps, bytes);
        Blocks.assertHolds(large, 0, 40_000, 40_000);
    }

    @Test
    void everyByteIsNeeded() {
        for (int length = 0; length < whole.length; length++) {
            assertRefused(Arrays.copyOf(whole, length), "cut at " + length);
        }
    }

    @Test
    void zerosInThePlaceOfALostWriteAreNoBlock() {
        for (int from = 0; from < whole.length; from++) {
            if (whole[from] != 0) {
                byte[] lost = whole.clone();
                Arrays.fill(lost, from, Math.min(whole.length, from + 50), (byte) 0);
                assertRefused(lost, "zeros from " + from);
            }
        }
    }

    private void assertRefused(byte[] bytes, String how) {
        disk.disk.replace(path, bytes);
        assertThatThrownBy(() -> Blocks.assertHolds(file, 0, LENGTHS))
                .as(how)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("damaged");
    }
}
