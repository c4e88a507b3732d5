package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What was added is read, from any record on, while more is added. */
class SpoolTest {
    private static final Path ROOT = Path.of("/disk");
    private static final int PAGE = 4096;

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(ROOT), Long.MAX_VALUE, disk);
    private final AttemptSpillSpace space = directories.space(Blocks.OWNER);
    private final Records records = new Records(1);
    private final Spool spool = new Spool(space, "spool", PAGE);

    @AfterEach
    void nothingIsLeft() throws IOException {
        spool.close();
        assertThat(space.files()).isZero();
        assertThat(disk.openHandles()).isZero();
        directories.close();
        assertThat(disk.files(ROOT)).isEmpty();
    }

    @Test
    void aPageFullNeverTouchesTheDisk() throws IOException {
        int room = PAGE - BlockWriter.OVERHEAD;
        spool.add(new byte[998], 0, 998);
        for (int i = 1000; i < room; i++) {
            spool.add(new byte[0], 0, 0);
        }
        assertThat(spool.bytes()).isEqualTo(room);
        assertThat(disk.operations()).isZero();
        spool.add(new byte[0], 0, 0);
        assertThat(disk.operations()).isPositive();
    }

    @Test
    void isReadFromEveryRecord() throws IOException {
        int count = 600;
        records.add(spool, count);
        assertThat(spool.records()).isEqualTo(count);
        assertThat(disk.files(ROOT)).hasSize(1);
        for (int from = 0; from <= count; from++) {
            records.assertYields(spool.read(from), from, count);
        }
        assertThatThrownBy(() -> spool.read(count + 1)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void anEmptyOneYieldsNothing() throws IOException {
        records.assertYields(spool.read(0), 0, 0);
        assertThat(spool.bytes()).isZero();
    }

    @Test
    void aReaderYieldsWhatWasThereWhileTheSpoolGrows() throws IOException {
        for (int round = 0; round < 40; round++) {
            long there = spool.records();
            long from = there / 2;
            try (RecordReader reader = spool.read(from)) {
                for (long number = from; number < there; number++) {
                    assertThat(reader.next()).isTrue();
                    records.add(spool, number % 5 == 0 ? 1 : 0);
                    records.assertIs(number, reader);
                }
                records.add(spool, 30);
                assertThat(reader.next()).isFalse();
            }
        }
    }

    @Test
    void anyMixOfAddingAndReadingGivesWhatWasAdded() throws IOException {
        int seeds = Integer.getInteger("foggara.seeds", 30);
        for (int seed = 0; seed < seeds; seed++) {
            Random random = new Random(seed);
            Records own = new Records(seed);
            try (Spool mixed = new Spool(space, "mixed", PAGE + random.nextInt(100))) {
                for (int step = 0; step < 20; step++) {
                    own.add(mixed, random.nextInt(100));
                    long from = random.nextInt((int) mixed.records() + 1);
                    own.assertYields(mixed.read(from), from, mixed.records());
                }
            }
        }
    }

    @Test
    void recordsLargerThanManyPagesAreWhole() throws IOException {
        byte[] large = Blocks.block(5, 1_000_000);
        spool.add(large, 0, 10);
        spool.add(large, 0, large.length);
        spool.add(large, 10, 20);
        spool.add(large, 1, large.length - 1);
        int[][] expected = {{0, 10}, {0, large.length}, {10, 20}, {1, large.length - 1}};
        for (int from = 0; from <= expected.length; from++) {
            try (RecordReader reader = spool.read(from)) {
                for (int i = from; i < expected.length; i++) {
                    assertThat(reader.next()).isTrue();
                    assertThat(java.util.Arrays.copyOfRange(
                                    reader.bytes(), reader.offset(), reader.offset() + reader.length()))
                            .isEqualTo(java.util.Arrays.copyOfRange(
                                    large, expected[i][0], expected[i][0] + expected[i][1]));
                }
                assertThat(reader.next()).isFalse();
            }
        }
    }

    @Test
    void aDiskThatFailsClosesIt() throws IOException {
        records.add(spool, 50);
        disk.free(ROOT, 10);
        assertThatThrownBy(() -> records.add(spool, 5000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("/disk");
        assertThat(disk.files(ROOT)).isEmpty();
        assertThatThrownBy(() -> spool.add(new byte[1], 0, 1))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> spool.read(0)).isInstanceOf(IOException.class);
        assertThatThrownBy(spool::cut).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aReaderEndsWithTheSpool() throws IOException {
        records.add(spool, 1000);
        RecordReader reader = spool.read(0);
        assertThat(reader.next()).isTrue();
        spool.close();
        assertThatThrownBy(() -> {
                    while (reader.next()) {
                        // to the end of the page that it has
                    }
                })
                .isInstanceOf(IOException.class);
        assertThatThrownBy(() -> spool.add(new byte[0], 0, 0)).isInstanceOf(IOException.class);
    }

    @Test
    void damageOnTheDiskIsNamed() throws IOException {
        records.add(spool, 2000);
        Path path = disk.files(ROOT).get(0);
        byte[] bytes = disk.disk.bytes(path);
        bytes[3 * PAGE] ^= 1;
        disk.disk.replace(path, bytes);
        assertThatThrownBy(() -> records.assertYields(spool.read(0), 0, 2000))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("Block 2");
    }

    @Test
    void otherPagesAreRefused() {
        assertThatThrownBy(() -> new Spool(space, "s", 4095)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Spool(space, "s", (1 << 20) + 1)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> spool.add(new byte[3], 1, 3)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> spool.add(new byte[3], 0, -1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(spool.records()).isZero();
    }
}
