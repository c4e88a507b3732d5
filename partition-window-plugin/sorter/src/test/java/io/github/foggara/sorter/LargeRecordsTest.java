package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.state.Segment;
import io.github.foggara.sorter.spill.AttemptSpillSpace;
import io.github.foggara.sorter.spill.SpillDirectories;
import io.github.foggara.sorter.spill.SpillOwner;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records and keys of which many are larger than the memory, over real files and through snapshots: the output is that of a stable sort.
 * With {@code -Dfoggara.sorter.large=true} records have up to 50 MB and keys 1 MB; that needs 512 MB of heap, 2 GB of disk and a minute or two.
 * Then {@code -Dfoggara.seeds=} asks for more; {@code -Dseed=} repeats the one that a failure names.
 */
class LargeRecordsTest {
    private static final boolean LARGE = Boolean.getBoolean("foggara.sorter.large");
    private static final int LARGEST_RECORD = LARGE ? 50 << 20 : 1 << 20;
    private static final int LARGEST_KEY = LARGE ? 1 << 20 : 64 << 10;
    private static final int MOST_MEMORY = LARGE ? 64 << 20 : 1 << 20;
    private static final int SEEDS = LARGE ? Integer.getInteger("foggara.seeds", 20) : 4;
    private static final int RECORDS = 60;

    private final Later later = new Later();

    @TempDir
    private Path disk;

    /** Its bytes are made of its number when they are needed. */
    private record Large(int number, byte[] key, int length) {
        byte[] record() {
            byte[] bytes = new byte[length];
            new Random(number).nextBytes(bytes);
            return bytes;
        }
    }

    /** As often from 1 to 2 as from half the largest to the largest. */
    private static int size(int largest, Random random) {
        int magnitude = largest >> random.nextInt(Integer.numberOfTrailingZeros(Integer.highestOneBit(largest)));
        return magnitude - random.nextInt(magnitude / 2 + 1);
    }

    /** At least one record is as large as one can be. Long keys have a long common beginning. */
    private static List<Large> records(int seed, Random random) {
        List<Large> records = new ArrayList<>();
        long bytes = 0;
        for (int i = 0; i < RECORDS && bytes < 8L * LARGEST_RECORD; i++) {
            byte[] key = Keys.of(seed).key(i, RECORDS, random);
            if (random.nextInt(5) == 0) {
                key = Arrays.copyOf(new byte[] {1}, size(LARGEST_KEY, random));
                key[key.length - 1] = (byte) random.nextInt(3);
            }
            Large large = new Large(i, key, i == 20 ? LARGEST_RECORD : size(LARGEST_RECORD, random));
            records.add(large);
            bytes += large.length;
        }
        return records;
    }

    @Test
    void sortsRecordsLargerThanItsMemory() throws Exception {
        Integer only = Integer.getInteger("seed");
        for (int seed = only == null ? 0 : only; seed < (only == null ? SEEDS : only + 1); seed++) {
            try (SpillDirectories directories = SpillDirectories.open(List.of(disk), Long.MAX_VALUE)) {
                sortOnce(seed, directories.space(new SpillOwner("job", "sort", 0, seed)));
                assertThat(directories.usedBytes()).isZero();
            } catch (Throwable failure) {
                throw new AssertionError("with -Dseed=" + seed, failure);
            }
        }
    }

    private void sortOnce(int seed, AttemptSpillSpace space) throws Exception {
        Random random = Keys.random(seed);
        List<Large> records = records(seed, random);
        ExternalSorter sorter = sorter(space, random);
        int restart = random.nextInt(records.size());
        for (Large large : records) {
            if (large.number == restart) {
                List<Path> segments = written(sorter);
                end(sorter, space);
                sorter = sorter(space, random);
                restore(sorter, segments);
            }
            sorter.add(large.key, large.key.length, large.record(), large.length);
        }
        assertYields(sorter.finish(), records);
        end(sorter, space);
    }

    private ExternalSorter sorter(AttemptSpillSpace space, Random random) {
        long memory = SorterOptions.LEAST_MEMORY + size(MOST_MEMORY, random);
        return new ExternalSorter(new SorterOptions(memory, 2 + random.nextInt(6), space, later, later));
    }

    private static void end(ExternalSorter sorter, AttemptSpillSpace space) {
        assertThat(sorter.memory().peak()).isLessThanOrEqualTo(SorterOptions.LEAST_MEMORY + MOST_MEMORY);
        sorter.close();
        assertThat(sorter.released().toCompletableFuture()).isDone();
        assertThat(sorter.memory().used()).isZero();
        assertThat(space.files()).isZero();
    }

    private List<Path> written(ExternalSorter sorter) throws IOException {
        List<Path> files = new ArrayList<>();
        try (SorterSnapshot snapshot = sorter.snapshot()) {
            for (Segment segment : snapshot.segments()) {
                Path file = disk.resolve("segment-" + files.size());
                try (OutputStream out = Files.newOutputStream(file)) {
                    segment.write(out);
                }
                files.add(file);
            }
        }
        return files;
    }

    private static void restore(ExternalSorter sorter, List<Path> segments) throws Exception {
        for (Path segment : segments) {
            try (InputStream in = new BufferedInputStream(Files.newInputStream(segment))) {
                sorter.restore(in, null, null);
            }
            Files.delete(segment);
        }
    }

    private static void assertYields(SortedRecords sorted, List<Large> records) throws Exception {
        List<Large> expected = new ArrayList<>(records);
        expected.sort(Comparator.comparing(Large::key, Arrays::compareUnsigned));
        for (Large large : expected) {
            assertThat(sorted.advance()).isTrue();
            int key = sorted.keyOffset();
            int record = sorted.recordOffset();
            assertThat(Arrays.equals(sorted.keyBytes(), key, key + sorted.keyLength(), large.key, 0, large.key.length)
                            && Arrays.equals(
                                    sorted.recordBytes(),
                                    record,
                                    record + sorted.recordLength(),
                                    large.record(),
                                    0,
                                    large.length))
                    .as("record " + large.number + " at " + sorted.position())
                    .isTrue();
        }
        assertThat(sorted.advance()).isFalse();
    }
}
