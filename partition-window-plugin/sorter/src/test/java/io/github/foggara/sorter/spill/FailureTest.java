package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Each operation on the disk fails once. */
class FailureTest {
    private static final Path A = Path.of("/disk/a");
    private static final Path B = Path.of("/disk/b");
    private static final int[] LENGTHS = {100, 1, 300};

    @Test
    void withOneDiskTheFileIsWrittenWholeOrNotAtAll() throws IOException {
        SimulatedSpillDisk disk = new SimulatedSpillDisk();
        int failures = 0;
        while (true) {
            SpillDirectories directories = SpillDirectories.open(List.of(A), Long.MAX_VALUE, disk);
            try (directories) {
                AttemptSpillSpace space = directories.space(Blocks.OWNER);
                disk.failAt(failures + 1);
                SpillFile file = space.create("run");
                try {
                    Blocks.write(file, LENGTHS);
                } catch (IOException e) {
                    assertThat(e).hasMessageContaining("planted failure").hasMessageContaining(A.toString());
                    assertGone(disk, file, space);
                    failures++;
                    continue;
                }
                disk.heal();
                Blocks.assertHolds(file, 0, LENGTHS);
                break;
            }
        }
        assertThat(failures).as("directory, file, header, blocks, footer").isEqualTo(7);
    }

    private static void assertGone(SimulatedSpillDisk disk, SpillFile file, AttemptSpillSpace space)
            throws IOException {
        assertThat(disk.files(A)).isEmpty();
        assertThat(disk.openHandles()).isZero();
        assertThat(space.files()).isZero();
        assertThatThrownBy(() -> file.read(0)).isInstanceOf(IOException.class);
    }

    @Test
    void withTwoDisksTheOtherOneTakesIt() throws IOException {
        SimulatedSpillDisk disk = new SimulatedSpillDisk();
        int at = 0;
        do {
            at++;
            SpillDirectories directories = SpillDirectories.open(List.of(A, B), Long.MAX_VALUE, disk);
            try (directories) {
                disk.failAt(at);
                SpillFile file = Blocks.written(directories.space(Blocks.OWNER), LENGTHS);
                boolean failed = disk.failed();
                disk.heal();
                Blocks.assertHolds(file, 0, LENGTHS);
                Blocks.assertHolds(file, 2, LENGTHS);
                assertThat(disk.files(B).isEmpty()).as("operation " + at).isEqualTo(!failed);
                if (!failed) {
                    break;
                }
            }
            assertThat(disk.openHandles()).isZero();
        } while (true);
        assertThat(at).isEqualTo(8);
    }

    @Test
    void aReadThatFailsNamesFileAndBlock() throws IOException {
        SimulatedSpillDisk disk = new SimulatedSpillDisk();
        SpillDirectories directories = SpillDirectories.open(List.of(A), Long.MAX_VALUE, disk);
        try (directories) {
            SpillFile file = Blocks.written(directories.space(Blocks.OWNER), LENGTHS);
            String path = disk.files(A).get(0).toString();
            long before = disk.operations();
            Blocks.assertHolds(file, 0, LENGTHS);
            long reads = disk.operations() - before;
            assertThat(reads).as("open, header, blocks, footer").isEqualTo(6);
            for (long at = 1; at <= reads; at++) {
                disk.failAt(at);
                long block = Math.max(0, at - 3);
                assertThatThrownBy(() -> Blocks.assertHolds(file, 0, LENGTHS))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(path)
                        .hasMessageContaining("Block " + block)
                        .hasMessageContaining("planted failure");
                assertThat(disk.openHandles()).isZero();
            }
            Blocks.assertHolds(file, 0, LENGTHS);
        }
    }
}
