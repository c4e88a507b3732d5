package io.github.foggara.sorter.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What processes left, and which of it the next one removes. */
@Timeout(120)
class SweepTest {
    private static final String RANDOM = "0123456789abcdef0123456789abcdef";

    @TempDir
    Path root;

    @Test
    void whatAKilledProcessLeftGoesAndWhatALivingOneHasStays() throws Exception {
        try (OtherProcess living = new OtherProcess(root)) {
            Path dead;
            try (OtherProcess killed = new OtherProcess(root)) {
                List<Path> both = directories();
                assertThat(both)
                        .hasSize(2)
                        .allSatisfy(directory -> assertThat(files(directory)).hasSize(2));
                open().close();
                assertThat(directories()).as("while both live").containsExactlyElementsOf(both);
                dead = both.get(0);
            }
            open().close();
            assertThat(directories()).as("after one was killed").hasSize(1);
            assertThat(files(directories().get(0))).hasSize(2);
        }
        open().close();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void anotherInstanceInThisProcessIsNeitherSweptNorDoesItLoseItsLock() throws Exception {
        SpillDirectories living = open();
        SpillFile file = Blocks.written(living.space(Blocks.OWNER), 100);
        SpillDirectories second = open();
        Blocks.written(second.space(Blocks.OWNER), 100);
        assertThat(directories()).hasSize(2);
        try (OtherProcess other = new OtherProcess(root)) {
            assertThat(directories()).as("a sweep of another process").hasSize(3);
            Blocks.assertHolds(file, 0, 100);
        }
        second.close();
        assertThat(directories()).as("that of the killed one, too").hasSize(2);
        open().close();
        assertThat(directories()).hasSize(1);
        Blocks.assertHolds(file, 0, 100);
        living.close();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void nothingIsMadeBeforeThereIsSomethingToSpill() throws IOException {
        Path missing = root.resolve("a/b");
        SpillDirectories directories = SpillDirectories.open(List.of(missing), Long.MAX_VALUE);
        assertThat(root).isEmptyDirectory();
        Blocks.written(directories.space(Blocks.OWNER), 100);
        assertThat(missing).isNotEmptyDirectory();
        directories.close();
        directories.close();
        assertThat(missing).isEmptyDirectory();
    }

    @Test
    void aDirectoryThatCannotBeMadeIsPassedOver() throws IOException {
        Path file = Files.writeString(root.resolve("file"), "precious");
        Path good = root.resolve("good");
        try (SpillDirectories directories =
                SpillDirectories.open(List.of(file, file.resolve("below"), good), Long.MAX_VALUE)) {
            AttemptSpillSpace space = directories.space(Blocks.OWNER);
            for (int i = 0; i < 3; i++) {
                Blocks.assertHolds(Blocks.written(space, 100), 0, 100);
            }
        }
        assertThat(file).hasContent("precious");
    }

    /** Its own name fits, that of a file in it does not. */
    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "elsewhere the longest path is another")
    void aDirectoryInWhichNoLockCanBeMadeIsNotLeftBehind() throws IOException {
        int longest = 4095;
        int end = longest - 5 - "/foggara-spill-".length() - RANDOM.length();
        Path deep = root;
        while (deep.toString().length() < end) {
            int left = end - deep.toString().length() - 1;
            deep = deep.resolve("d".repeat(Math.max(1, Math.min(left, 200))));
        }
        Path made = Files.createDirectories(deep);
        assertThatThrownBy(() -> HeldDirectory.make(made)).isInstanceOf(FileSystemException.class);
        assertThat(made).isEmptyDirectory();
    }

    @Test
    void otherNamesAndLinksAreNotTouched() throws IOException {
        Path dead = dead(root.resolve("foggara-spill-" + RANDOM));
        Path elsewhere = dead(Files.createDirectory(root.resolve("elsewhere")));
        List<Path> others = List.of(
                elsewhere,
                dead(root.resolve("foggara-spill-" + RANDOM + "0")),
                dead(root.resolve("foggara-spill-" + RANDOM.toUpperCase(java.util.Locale.ROOT))),
                dead(root.resolve("x-foggara-spill-" + RANDOM)));
        Path link = Files.createSymbolicLink(root.resolve("foggara-spill-" + "a".repeat(32)), elsewhere);
        Path file = Files.writeString(root.resolve("foggara-spill-" + "b".repeat(32)), "a file");
        open().close();
        assertThat(dead).doesNotExist();
        assertThat(others).allSatisfy(other -> assertThat(files(other)).hasSize(1));
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("a file");
    }

    @Test
    void whatLinksInADeadDirectoryPointAtStays() throws IOException {
        Path precious = Files.writeString(root.resolve("precious"), "precious");
        Path dead = dead(root.resolve("foggara-spill-" + RANDOM));
        Files.createSymbolicLink(dead.resolve("link"), precious);
        open().close();
        assertThat(dead).doesNotExist();
        assertThat(precious).hasContent("precious");
        Path linked = Files.createDirectory(dead);
        Files.createSymbolicLink(linked.resolve(HeldDirectory.LOCK), precious);
        open().close();
        assertThat(linked.resolve(HeldDirectory.LOCK)).isSymbolicLink();
        assertThat(precious).hasContent("precious");
    }

    @Test
    void aDirectoryInADeadOneIsNotOursSoItStays() throws IOException {
        Path dead = dead(root.resolve("foggara-spill-" + RANDOM));
        Path inside =
                Files.writeString(Files.createDirectory(dead.resolve("dir")).resolve("file"), "precious");
        open().close();
        assertThat(inside).hasContent("precious");
    }

    /** Opening a pipe for writing waits until somebody reads it. */
    @Test
    void aPipeForALockIsLeftAlone() throws Exception {
        Path dead = dead(root.resolve("foggara-spill-" + RANDOM));
        Path pipe = dead.resolve(HeldDirectory.LOCK);
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Void> opened = CompletableFuture.runAsync(() -> open().close());
        try {
            opened.get(10, TimeUnit.SECONDS);
        } finally {
            // Opened for both, a pipe lets the one who waits go on.
            FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)
                    .close();
        }
        assertThat(files(dead)).hasSize(1);
    }

    @Test
    void withoutALockFileOnlyWhatIsOlderThanADayGoes() throws IOException {
        Path young = dead(root.resolve("foggara-spill-" + "1".repeat(32)));
        Path old = dead(root.resolve("foggara-spill-" + "2".repeat(32)));
        Path inUse = dead(root.resolve("foggara-spill-" + "3".repeat(32)));
        for (Path directory : List.of(young, old, inUse)) {
            Files.delete(directory.resolve(HeldDirectory.LOCK));
        }
        age(old);
        age(inUse);
        Files.setLastModifiedTime(inUse.resolve("run-1"), FileTime.from(Instant.now()));
        open().close();
        assertThat(young).exists();
        assertThat(inUse).exists();
        assertThat(old).doesNotExist();
    }

    private static void age(Path directory) throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
        Files.setLastModifiedTime(directory.resolve("run-1"), old);
        Files.setLastModifiedTime(directory, old);
    }

    private SpillDirectories open() {
        return SpillDirectories.open(List.of(root), Long.MAX_VALUE);
    }

    /** As a killed process leaves it. */
    private static Path dead(Path directory) throws IOException {
        Files.createDirectories(directory);
        Files.createFile(directory.resolve(HeldDirectory.LOCK));
        Files.writeString(directory.resolve("run-1"), "left");
        return directory;
    }

    private List<Path> directories() throws IOException {
        try (Stream<Path> all = Files.list(root)) {
            return all.sorted().toList();
        }
    }

    private static List<String> files(Path directory) {
        try {
            return HeldDirectory.list(directory).stream()
                    .filter(name -> !name.startsWith("."))
                    .toList();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
