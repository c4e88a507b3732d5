package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
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
    private static final int UNIT = 4096;
    /** Of the first block that was written: the header and some of the zeros behind it, which count there. */
    private static final int HEADER = 70;

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(ROOT), Long.MAX_VALUE, disk);
    private SpillFile file;
    private Path path;
    private byte[] whole;

    @BeforeEach
    void write() throws IOException {
        file = Blocks.written(directories.space(Blocks.OWNER), LENGTHS);
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
        int counted = 0;
        for (int at = 0; at < whole.length; at++) {
            for (int bit = 0; bit < 8 && counts(at); bit++) {
                byte[] flipped = whole.clone();
                flipped[at] ^= (byte) (1 << bit);
                assertRefused(flipped, "bit " + bit + " of byte " + at);
                counted++;
            }
        }
        assertThat(counted).isEqualTo(8 * (HEADER + 3 * BlockFormat.BLOCK_HEADER + 101 + BlockFormat.FOOTER));
    }

    /** What is not a gap. */
    private static boolean counts(int at) {
        int unit = at / UNIT;
        int used = switch (unit) {
            case 0 -> HEADER;
            case 1, 2, 3 -> BlockFormat.BLOCK_HEADER + LENGTHS[unit - 1];
            default -> BlockFormat.FOOTER;
        };
        return at % UNIT < used;
    }

    @Test
    void whatStandsInGapsDoesNotMatter() throws IOException {
        byte[] other = whole.clone();
        for (int at = UNIT; at < whole.length; at++) {
            other[at] = counts(at) ? other[at] : 77;
        }
        assertThat(other).isNotEqualTo(whole);
        disk.disk.replace(path, other);
        Blocks.assertHolds(file, 0, LENGTHS);
    }

    @Test
    void everyByteIsNeeded() {
        for (int length = 0; length < whole.length; length++) {
            if (counts(length) || length % 64 == 0) {
                assertRefused(Arrays.copyOf(whole, length), "cut at " + length);
            }
        }
    }

    @Test
    void zerosInThePlaceOfALostWriteAreNoBlock() {
        for (int from = 0; from < whole.length; from++) {
            if (whole[from] != 0 && counts(from)) {
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
