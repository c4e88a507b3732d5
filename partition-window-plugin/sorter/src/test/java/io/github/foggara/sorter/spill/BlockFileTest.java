package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** One file, on a real disk. */
class BlockFileTest {
    @TempDir
    Path root;

    private SpillDirectories directories;
    private AttemptSpillSpace space;

    @BeforeEach
    void open() {
        directories = SpillDirectories.open(List.of(root), Long.MAX_VALUE);
        space = directories.space(Blocks.OWNER);
    }

    @AfterEach
    void close() {
        directories.close();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void isReadFromAnyBlockAnyNumberOfTimes() throws IOException {
        int[] lengths = {1, 70_000, 262_144, 4096, 4096, 300};
        SpillFile file = Blocks.written(space, lengths);
        assertThat(file.blocks()).isEqualTo(6);
        for (int from = 0; from <= lengths.length; from++) {
            Blocks.assertHolds(file, from, lengths);
        }
        assertThatThrownBy(() -> file.read(7)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void saysHowLargeItIs() throws IOException {
        SpillFile file = Blocks.written(space, 5000, 6000);
        assertThat(file.bytes()).isEqualTo(Files.size(only())).isEqualTo(directories.usedBytes());
        SpillFile empty = Blocks.written(space);
        assertThat(directories.usedBytes() - file.bytes()).isEqualTo(empty.bytes());
        file.delete();
        assertThat(empty.bytes()).isEqualTo(Files.size(only())).isEqualTo(directories.usedBytes());
        Blocks.assertHolds(empty, 0);
    }

    @Test
    void hasNoFileBeforeTheFirstBlock() throws IOException {
        BlockWriter writer = space.create("run").write();
        assertThat(root).isEmptyDirectory();
        writer.close();
    }

    @Test
    void isNotReadBeforeItIsComplete() throws IOException {
        SpillFile file = space.create("run");
        try (BlockWriter writer = file.write()) {
            Blocks.append(writer, 0, 100);
        }
        assertThatThrownBy(() -> file.read(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("run")
                .hasMessageContaining("not complete");
        assertThatThrownBy(file::write).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void aWriterThatHasEndedTakesNothing() throws IOException {
        BlockWriter writer = space.create("run").write();
        writer.finish();
        assertThatThrownBy(() -> Blocks.append(writer, 0, 10))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ended");
        writer.close();
    }

    @Test
    void aBlockThatDoesNotFitTheTargetIsRefusedAndCanBeReadStill() throws IOException {
        SpillFile file = Blocks.written(space, 100);
        try (BlockReader reader = file.read(0)) {
            assertThatThrownBy(() -> reader.next(new byte[109], 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("100 bytes");
            assertThat(reader.next(new byte[110], 10)).isEqualTo(100);
        }
    }

    @Test
    void namesSayWhoseItIsAndAreNoPaths() throws IOException {
        SpillOwner odd = new SpillOwner("../../etc/" + "x".repeat(300), "v\\ä/..", 7, 12);
        try (AttemptSpillSpace other = directories.space(odd)) {
            SpillFile file = other.create("../run");
            Blocks.write(file, 10);
            assertThat(only().getFileName().toString()).matches("______etc_x{30}-vv______?-s7-a12-___run-\\d+");
            Blocks.assertHolds(file, 0, 10);
        }
    }

    @Test
    void ownersOfTheSameNameHaveFilesOfTheirOwn() throws IOException {
        try (AttemptSpillSpace one = directories.space(new SpillOwner("a/b", "v", 0, 0));
                AttemptSpillSpace other = directories.space(new SpillOwner("a_b", "v", 0, 0))) {
            SpillFile first = Blocks.written(one, 10, 20);
            SpillFile second = Blocks.written(other, 30);
            Blocks.assertHolds(first, 0, 10, 20);
            Blocks.assertHolds(second, 0, 30);
        }
    }

    @Test
    void aFileOfAnotherAttemptInItsPlaceIsRefused() throws IOException {
        SpillFile file = Blocks.written(space, 10, 20);
        Path path = only();
        byte[] before = Files.readAllBytes(path);
        file.delete();
        SpillFile next = Blocks.written(space, 10, 20);
        Files.write(only(), before);
        assertThatThrownBy(() -> next.read(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("header")
                .hasMessageContaining(only().toString());
    }

    @Test
    void oneThatIsRemovedOrCutFromOutsideIsNamed() throws IOException {
        SpillFile file = Blocks.written(space, 5000, 6000);
        Path path = only();
        byte[] bytes = Files.readAllBytes(path);
        Files.delete(path);
        assertThatThrownBy(() -> file.read(0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(path.toString())
                .hasMessageContaining("removed");
        Files.write(path, java.util.Arrays.copyOf(bytes, 7_000));
        try (BlockReader reader = file.read(0)) {
            byte[] target = new byte[6000];
            assertThat(reader.next(target, 0)).isEqualTo(5000);
            assertThatThrownBy(() -> reader.next(target, 0))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(path.toString())
                    .hasMessageContaining("Block 1")
                    .hasMessageContaining("cut");
        }
        file.delete();
    }

    @Test
    void deletionEndsReadersAndTheWriter() throws IOException {
        SpillFile file = Blocks.written(space, 10, 20);
        BlockReader reader = file.read(0);
        SpillFile growing = space.create("run");
        BlockWriter writer = growing.write();
        Blocks.append(writer, 0, 10);
        space.close();
        assertThat(space.files()).isZero();
        assertThat(directories.usedBytes()).isZero();
        assertThatThrownBy(() -> reader.next(new byte[100], 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> Blocks.append(writer, 1, 10)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> file.read(0)).isInstanceOf(IOException.class);
        assertThatThrownBy(() -> space.create("run")).isInstanceOf(IOException.class);
        assertThat(directories.usedBytes()).isZero();
    }

    @Test
    void anInterruptEndsWritingAndIsNoFaultOfTheDisk() throws IOException {
        BlockWriter writer = space.create("run").write();
        Blocks.append(writer, 0, 10);
        Thread.currentThread().interrupt();
        try {
            assertThatThrownBy(() -> Blocks.append(writer, 1, 10))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("closed");
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
        assertThat(space.files()).isZero();
    }

    private Path only() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.getFileName().toString().startsWith("."))
                    .reduce((one, other) -> {
                        throw new AssertionError("both " + one + " and " + other);
                    })
                    .orElseThrow();
        }
    }
}
