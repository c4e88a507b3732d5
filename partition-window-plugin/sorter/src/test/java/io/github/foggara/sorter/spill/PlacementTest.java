package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which disk a file goes to, and what happens when one takes no more. */
class PlacementTest {
    private static final Path A = Path.of("/disk/a");
    private static final Path B = Path.of("/disk/b");

    private final SimulatedSpillDisk disk = new SimulatedSpillDisk();
    private final SpillDirectories directories = SpillDirectories.open(List.of(A, B), Long.MAX_VALUE, disk);
    private final AttemptSpillSpace space = directories.space(Blocks.OWNER);

    @AfterEach
    void nothingIsLeft() throws IOException {
        directories.close();
        assertThat(disk.files(A)).isEmpty();
        assertThat(disk.files(B)).isEmpty();
        assertThat(disk.openHandles()).isZero();
        assertThat(directories.usedBytes()).isZero();
    }

    @Test
    void filesGoToTheDisksInTurn() throws IOException {
        for (int i = 0; i < 5; i++) {
            Blocks.written(space, 100);
        }
        assertThat(disk.files(A)).hasSize(3);
        assertThat(disk.files(B)).hasSize(2);
    }

    @Test
    void leftoversOfEachAreSweptWhenItOpens() {
        assertThat(disk.swept()).containsExactly(A, B);
    }

    @Test
    void aFullDiskIsPassedOver() throws IOException {
        disk.free(A, 0);
        SpillFile one = Blocks.written(space, 100, 200);
        SpillFile other = Blocks.written(space, 300);
        assertThat(disk.files(A)).isEmpty();
        assertThat(disk.files(B)).hasSize(2);
        Blocks.assertHolds(one, 0, 100, 200);
        Blocks.assertHolds(other, 0, 300);
    }

    @Test
    void aFileGoesOnElsewhereWhenItsDiskIsFull() throws IOException {
        int[] small = {100, 200, 300, 400, 500};
        for (int room = 0; room < 1900; room += 13) {
            goesOnElsewhere(room, small);
        }
        int[] large = {70_000, 1, 32_740, 32_739, 3, 100_000};
        for (int room = 0; room < 250_000; room += 3333) {
            goesOnElsewhere(room, large);
        }
    }

    private void goesOnElsewhere(int room, int... lengths) throws IOException {
        disk.free(A, room);
        SpillFile file = Blocks.written(space, lengths);
        for (int from = 0; from <= lengths.length; from++) {
            Blocks.assertHolds(file, from, lengths);
        }
        file.delete();
        assertThat(disk.files(A)).as("room for " + room).isEmpty();
        assertThat(disk.files(B)).isEmpty();
        // So that the next one begins with the same disk.
        Blocks.written(space).delete();
    }

    @Test
    void whenAllAreFullTheErrorSaysWhatWasNeededAndWhereIsHowMuch() throws IOException {
        disk.free(A, 1000);
        disk.free(B, 500);
        SpillFile file = space.create("run");
        BlockWriter writer = file.write();
        Blocks.append(writer, 0, 600);
        assertThatThrownBy(() -> Blocks.append(writer, 1, 700))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("needs 728 more bytes and has 6")
                .hasMessageContaining("'/disk/a' (No space left on device; 0 bytes are free)")
                .hasMessageContaining("'/disk/b' (No space left on device; 0 bytes are free)")
                .hasMessageContaining("job 'job', vertex 'sort', subtask 2, attempt 3")
                .hasMessageContaining("sort.spill.dirs");
        assertThat(disk.files(A)).as("the partial file").isEmpty();
        assertThat(disk.files(B)).isEmpty();
        assertThat(space.files()).isZero();
        disk.free(B, 10_000);
        Blocks.assertHolds(Blocks.written(space, 700), 0, 700);
    }

    @Test
    void aReadOnlyDirectoryIsNamedAndTheOtherOneIsUsed() throws IOException {
        disk.readOnly(A, true);
        List<SpillFile> files = new ArrayList<>();
        String log = logged(() -> {
            for (int i = 0; i < 5; i++) {
                files.add(Blocks.written(space, 100));
            }
        });
        assertThat(log).containsOnlyOnce("'/disk/a': Read-only file system").contains("sort.spill.dirs");
        assertThat(disk.files(B)).hasSize(5);
        for (SpillFile file : files) {
            Blocks.assertHolds(file, 0, 100);
        }
        disk.readOnly(A, false);
        Blocks.written(space, 100);
        Blocks.written(space, 100);
        assertThat(disk.files(A)).as("again, since it can be written").hasSize(1);
    }

    @Test
    void whenAllAreReadOnlyTheErrorNamesEach() throws IOException {
        disk.readOnly(A, true);
        disk.readOnly(B, true);
        assertThatThrownBy(() -> Blocks.written(space, 100))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'/disk/a' (Read-only file system")
                .hasMessageContaining("'/disk/b' (Read-only file system")
                .hasMessageContaining("sort.spill.dirs");
        assertThat(space.files()).isZero();
    }

    private interface Work {
        void run() throws IOException;
    }

    /** What SLF4J wrote meanwhile. */
    private static String logged(Work work) throws IOException {
        PrintStream before = System.err;
        ByteArrayOutputStream log = new ByteArrayOutputStream();
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return log.toString(StandardCharsets.UTF_8);
    }

    @Test
    void theQuotaHoldsForAllTogetherAndCanBeRaised() throws IOException {
        directories.maxBytes(2000);
        SpillFile first = Blocks.written(space, 900);
        try (AttemptSpillSpace other = directories.space(new SpillOwner("other", "v", 0, 0))) {
            assertThatThrownBy(() -> Blocks.written(other, 500, 600))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'/disk/a', '/disk/b'")
                    .hasMessageContaining("sort.spill.max-bytes=2000 only ")
                    .hasMessageContaining("needs ")
                    .hasMessageContaining("job 'other'");
            assertThat(other.files()).isZero();
            assertThat(directories.usedBytes()).isEqualTo(first.bytes());
            directories.maxBytes(4000);
            Blocks.assertHolds(Blocks.written(other, 500, 600), 0, 500, 600);
        }
        assertThat(directories.usedBytes()).isEqualTo(first.bytes());
    }

    @Test
    void aDiskWithTwoDamagedBlocksGetsNoNewFile() throws IOException {
        List<Path> before = List.of();
        for (int i = 0; i < 2; i++) {
            SpillFile file = Blocks.written(space, 100);
            List<Path> now = new ArrayList<>(disk.files(A));
            now.removeAll(before);
            assertThat(now).as("still used, though one block was read twice").hasSize(1);
            Path path = now.get(0);
            before = disk.files(A);
            byte[] bytes = disk.disk.bytes(path);
            bytes[bytes.length - 60] ^= 1;
            disk.disk.replace(path, bytes);
            for (int read = 0; read < 2; read++) {
                assertThatThrownBy(() -> Blocks.assertHolds(file, 0, 100))
                        .isInstanceOf(IOException.class)
                        .hasMessageContaining(path.toString())
                        .hasMessageContaining("Block 0");
            }
            Blocks.written(space, 50);
        }
        Blocks.written(space, 50);
        assertThat(disk.files(A)).as("the third one is on the other disk").hasSize(2);
        assertThat(disk.files(B)).hasSize(3);
        SpillFile onB = Blocks.written(space, 100);
        disk.free(B, 0);
        Blocks.assertHolds(onB, 0, 100);
        assertThatThrownBy(() -> Blocks.written(space, 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'/disk/a' (it is not used any more, because blocks read from it were damaged");
    }

    /** Too many files are open, say: that is not the disk's fault. */
    @Test
    void aFileThatCannotBeOpenedIsNoDamage() throws IOException {
        SpillFile file = Blocks.written(space, 100);
        String path = disk.files(A).get(0).toString();
        for (int i = 0; i < 3; i++) {
            disk.failAt(1);
            assertThatThrownBy(() -> file.read(0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("'" + path + "' cannot be opened: planted failure")
                    .hasMessageContaining("Block 0")
                    .hasMessageNotContaining("damaged");
        }
        Blocks.written(space, 50);
        Blocks.written(space, 50);
        assertThat(disk.files(A)).as("files there, as before").hasSize(2);
        Blocks.assertHolds(file, 0, 100);
    }

    @Test
    void aDirectoryThatWasRemovedFromOutsideIsMadeAnew() throws IOException {
        SpillFile gone = Blocks.written(space, 100);
        Path path = disk.files(A).get(0);
        disk.disk.delete(path);
        disk.disk.delete(path.getParent());
        assertThatThrownBy(() -> gone.read(0)).isInstanceOf(IOException.class).hasMessageContaining("removed");
        Blocks.written(space, 100);
        Blocks.assertHolds(Blocks.written(space, 200), 0, 200);
        assertThat(disk.files(A)).hasSize(1);
    }

    @Test
    void whatADiskTakesAndGivesBitByBitIsWhole() throws IOException {
        disk.shortly();
        Blocks.assertHolds(Blocks.written(space, 100, 1, 2000), 0, 100, 1, 2000);
    }

    @Test
    void aClosedOneMakesNoSpace() {
        directories.close();
        assertThatThrownBy(() -> directories.space(Blocks.OWNER)).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> space.create("run")).isInstanceOf(IOException.class);
    }
}
