package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What runs left beside an output: which of it the next run removes. */
@Timeout(120)
class LeftoversTest {
    private static final String RUN = "0123456789abcdef0123456789abcdef";
    private static final String PART = "part-00000.txt.2-0-attempt";

    @TempDir
    Path dir;

    private Path target;
    private final SinkPlace place = new SinkPlace();

    @BeforeEach
    void target() {
        target = dir.resolve("out");
    }

    @Test
    void aRunThatLivesInThisProcessIsNotSweptNorDoesItLoseItsLock() throws Exception {
        SinkPlace other = new SinkPlace();
        FileSink<String> sink = FileSink.lines(target);
        FileSinkCommitter living = committer(other, new Disk());
        living.open();
        List<byte[]> parts = write(sink, other);
        committer(place, new Disk()).open();
        assertThat(other.working(target)).exists();
        try (OtherProcess process = new OtherProcess("open", target)) {
            assertThat(other.working(target)).exists();
            assertThat(place.working(target)).exists();
            assertThat(process.working()).exists();
        }
        living.prepare(parts);
        living.commit(parts);
        assertThat(target.resolve("part-00000.txt")).hasContent("mine");
    }

    @Test
    void aRunOfAnotherProcessIsSweptWhenThatIsDeadAndNotBefore() throws Exception {
        Path working;
        try (OtherProcess process = new OtherProcess("open", target)) {
            working = process.working();
            committer(place, new Disk()).open();
            assertThat(working.resolve(PART)).hasContent("from another process");
        }
        assertThat(working).exists();
        committer(new SinkPlace(), new Disk()).open();
        assertThat(working).doesNotExist();
        assertThat(place.working(target)).exists();
    }

    @Test
    void whatIsSealedStays() throws Exception {
        Path sealed;
        try (OtherProcess process = new OtherProcess("prepare", target)) {
            sealed = process.working().resolveSibling(process.working().getFileName() + "-commit");
        }
        age(sealed);
        committer(place, new Disk()).open();
        assertThat(sealed.resolve(PART)).hasContent("from another process");
    }

    @Test
    void linksAreNotFollowed() throws Exception {
        Path elsewhere = dead(dir.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(leftover(RUN), elsewhere);
        Path file = Files.writeString(dir.resolve("file"), "precious");
        Path linked = Files.createDirectory(leftover("f".repeat(32)));
        Files.createSymbolicLink(linked.resolve(DirectoryLock.FILE), file);
        committer(place, new Disk()).open();
        assertThat(link).isSymbolicLink();
        assertThat(elsewhere.resolve(PART)).exists();
        assertThat(linked.resolve(DirectoryLock.FILE)).isSymbolicLink();
        assertThat(file).hasContent("precious");
    }

    /** Opening a pipe for writing waits until somebody reads it. */
    @Test
    void aPipeForALockIsLeftAlone() throws Exception {
        Path left = dead(leftover(RUN));
        Path pipe = left.resolve(DirectoryLock.FILE);
        Files.delete(pipe);
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        CompletableFuture<Void> opened = CompletableFuture.runAsync(() -> {
            try {
                committer(place, new Disk()).open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        try {
            opened.get(10, TimeUnit.SECONDS);
        } finally {
            // Opened for both, a pipe lets the one who waits go on.
            FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE)
                    .close();
        }
        assertThat(left.resolve(PART)).exists();
    }

    @Test
    void aLinkAmongThePartsGoesAndWhatItPointsAtStays() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "precious");
        Path left = Files.createDirectory(leftover(RUN));
        Files.createFile(left.resolve(DirectoryLock.FILE));
        Files.createSymbolicLink(left.resolve(PART), file);
        committer(place, new Disk()).open();
        assertThat(left).doesNotExist();
        assertThat(file).hasContent("precious");
    }

    @Test
    void otherNamesAreNotTouched() throws Exception {
        Path dead = dead(leftover(RUN));
        List<Path> others = List.of(
                dead(leftover(RUN.toUpperCase(Locale.ROOT))),
                dead(leftover(RUN.substring(1))),
                dead(leftover(RUN + "0")),
                dead(leftover(RUN + "-commit")),
                dead(leftover(RUN + ".old")),
                dead(dir.resolve("out.foggara-" + RUN)),
                dead(dir.resolve(".out2.foggara-" + RUN)),
                dead(dir.resolve(".o.t.foggara-" + RUN)));
        committer(place, new Disk()).open();
        assertThat(dead).doesNotExist();
        assertThat(others).allSatisfy(other -> assertThat(other.resolve(PART)).exists());
        dead(dead);
        new FileSinkCommitter(dir.resolve("o.t"), "txt", new SinkPlace(), new Disk()).open();
        assertThat(dead).as("a dot in the name of the output is a dot").exists();
        assertThat(others.get(7)).doesNotExist();
        assertThat(others.subList(0, 7))
                .allSatisfy(other -> assertThat(other.resolve(PART)).exists());
    }

    @Test
    void aDirectoryWithSomebodysFileStaysWhole() throws Exception {
        Path left = dead(leftover(RUN));
        Files.writeString(left.resolve("notes.txt"), "x");
        committer(place, new Disk()).open();
        assertThat(new Disk().list(left)).containsExactly(DirectoryLock.FILE, "notes.txt", PART);
    }

    @Test
    void withoutALockFileOnlyWhatIsOlderThanADayGoes() throws Exception {
        Path young = dead(leftover("1".repeat(32)));
        Path old = dead(leftover("2".repeat(32)));
        Path inUse = dead(leftover("3".repeat(32)));
        for (Path left : List.of(young, old, inUse)) {
            Files.delete(left.resolve(DirectoryLock.FILE));
        }
        age(old);
        age(inUse);
        Files.setLastModifiedTime(inUse.resolve(PART), FileTime.from(Instant.now()));
        committer(place, new Disk()).open();
        assertThat(young).exists();
        assertThat(inUse).exists();
        assertThat(old).doesNotExist();
    }

    @Test
    void anErrorWhileSweepingIsNotTheJobs() throws Exception {
        Path first = dead(leftover("1".repeat(32)));
        Path second = dead(leftover("2".repeat(32)));
        committer(place, new Disk() {
                    @Override
                    void delete(Path path) throws IOException {
                        if (path.startsWith(first)) {
                            throw new IOException("planted");
                        }
                        super.delete(path);
                    }
                })
                .open();
        assertThat(first.resolve(PART)).exists();
        assertThat(second).doesNotExist();
        assertThat(place.working(target)).exists();
    }

    @Test
    void aRunWaitsUntilNobodyElseClearsWhatItLeft() throws Exception {
        Path working = dead(place.working(target));
        OtherProcess process = new OtherProcess("lock", working);
        CompletableFuture<Void> opened = CompletableFuture.runAsync(() -> open(committer(place, new Disk())));
        try (process) {
            assertThatThrownBy(() -> opened.get(300, TimeUnit.MILLISECONDS))
                    .as("the other one has the lock")
                    .isInstanceOf(TimeoutException.class);
            assertThat(working.resolve(PART)).exists();
        }
        opened.get();
        assertThat(new Disk().list(working)).containsExactly(DirectoryLock.FILE);
    }

    private static void open(FileSinkCommitter committer) {
        try {
            committer.open();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private FileSinkCommitter committer(SinkPlace of, Disk disk) {
        return new FileSinkCommitter(target, "txt", of, disk);
    }

    private Path leftover(String run) {
        return dir.resolve(".out.foggara-" + run);
    }

    /** A directory as a killed run leaves it. */
    private static Path dead(Path directory) throws IOException {
        Files.createDirectory(directory);
        Files.createFile(directory.resolve(DirectoryLock.FILE));
        Files.writeString(directory.resolve(PART), "left");
        return directory;
    }

    private static void age(Path directory) throws IOException {
        FileTime old = FileTime.from(Instant.now().minus(Duration.ofHours(25)));
        for (String name : new Disk().list(directory)) {
            Files.setLastModifiedTime(directory.resolve(name), old);
        }
        Files.setLastModifiedTime(directory, old);
    }

    private static List<byte[]> write(FileSink<String> sink, SinkPlace place) throws Exception {
        SinkWriter<String> writer = sink.createWriter(place.attempt(0, 0));
        writer.open();
        writer.write("mine");
        List<byte[]> parts = writer.finish();
        writer.close();
        return parts;
    }
}
