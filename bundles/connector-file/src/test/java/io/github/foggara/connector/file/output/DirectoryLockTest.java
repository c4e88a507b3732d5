package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** From when to when a committer says that its run is alive. */
class DirectoryLockTest {
    @TempDir
    Path dir;

    private final SinkPlace place = new SinkPlace();
    private final PlantedDisk disk = new PlantedDisk();
    private Path target;
    private FileSinkCommitter committer;

    @BeforeEach
    void committer() {
        target = dir.resolve("out");
        committer = new FileSinkCommitter(target, "txt", place, disk);
    }

    @Test
    void itIsHeldWhileTasksRun() throws Exception {
        committer.open();
        assertThat(new Disk().list(place.working(target))).containsExactly(DirectoryLock.FILE);
        assertThat(DirectoryLock.heldHere(place.working(target))).isTrue();
        assertThat(disk.locks).singleElement().matches(FileChannel::isOpen);
    }

    @Test
    void whatIsSealedNeedsNone() throws Exception {
        committer.open();
        committer.prepare(List.of());
        assertReleased();
        committer.prepare(List.of());
        committer.commit(List.of());
        assertThat(target).as("the lock file is not published").isEmptyDirectory();
    }

    @Test
    void aCommitThatNobodyPreparedLetsItGo() throws Exception {
        committer.open();
        List<byte[]> parts = write();
        committer.commit(parts);
        assertReleased();
        assertThat(new Disk().list(target)).containsExactly("part-00000.txt");
    }

    @Test
    void aCommitThatFailsLetsItGo() throws Exception {
        committer.open();
        disk.fails = "rename";
        assertThatThrownBy(() -> committer.commit(List.of())).hasMessageContaining("planted");
        assertReleased();
    }

    @Test
    void anAbortLetsItGoEvenIfItFails() throws Exception {
        committer.open();
        disk.fails = "delete";
        assertThatThrownBy(() -> committer.abort()).hasMessageContaining("planted");
        assertReleased();
        disk.fails = "";
        committer.abort();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void whenPreparingFailsTheAbortLetsItGo() throws Exception {
        committer.open();
        write();
        disk.fails = "rename";
        assertThatThrownBy(() -> committer.prepare(List.of()))
                .hasMessageContaining("seal the working directory of the output '" + target + "'");
        assertThat(DirectoryLock.heldHere(place.working(target))).isTrue();
        committer.abort();
        assertReleased();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void whenOpeningFailsNothingIsHeld() throws Exception {
        disk.fails = "rename";
        assertThatThrownBy(() -> committer.open()).hasMessageContaining("planted");
        assertReleased();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void openedAgainItIsHeldOnce() throws Exception {
        committer.open();
        committer.open();
        assertThat(disk.locks).hasSize(2);
        assertThat(disk.locks.get(0).isOpen()).isFalse();
        assertThat(disk.locks.get(1).isOpen()).isTrue();
        committer.abort();
        assertReleased();
    }

    @Test
    void aLifeThatWakesUpLateDoesNotTakeTheLockOfTheNext() throws Exception {
        committer.open();
        FileSinkCommitter next = new FileSinkCommitter(target, "txt", place, disk);
        next.open();
        committer.prepare(List.of());
        assertThat(disk.locks.get(0).isOpen()).isFalse();
        assertThat(DirectoryLock.heldHere(place.working(target))).isTrue();
    }

    @Test
    void aDirectoryThatVanishedIsNotPrepared() throws Exception {
        committer.open();
        Path working = place.working(target);
        Files.delete(working.resolve(DirectoryLock.FILE));
        Files.delete(working);
        assertThatThrownBy(() -> committer.prepare(List.of()))
                .hasMessageContaining("'" + working + "' was removed while the job ran");
        committer.abort();
        assertReleased();
    }

    @Test
    void aPartThatWasCutIsFoundBeforeAnythingIsDecided() throws Exception {
        committer.open();
        List<byte[]> parts = write();
        Files.write(place.working(target).resolve("part-00000.txt.2-0-attempt"), new byte[1]);
        assertThatThrownBy(() -> committer.prepare(parts)).hasMessageContaining("has 1 bytes instead of 5");
    }

    private void assertReleased() throws IOException {
        assertThat(disk.locks).isNotEmpty().noneMatch(FileChannel::isOpen);
        assertThat(DirectoryLock.heldHere(place.working(target))).isFalse();
    }

    private List<byte[]> write() throws Exception {
        SinkWriter<String> writer = FileSink.lines(target).createWriter(place.attempt(0, 0));
        writer.open();
        writer.write("text");
        List<byte[]> parts = writer.finish();
        writer.close();
        return parts;
    }

    /** Fails one kind of step; knows the channels of all lock files. */
    private static final class PlantedDisk extends Disk {
        private final List<FileChannel> locks = new ArrayList<>();
        private String fails = "";

        private void step(String name) throws IOException {
            if (fails.equals(name)) {
                throw new IOException("planted");
            }
        }

        @Override
        FileChannel createLockFile(Path file) throws IOException {
            FileChannel lock = super.createLockFile(file);
            locks.add(lock);
            return lock;
        }

        @Override
        void rename(Path from, Path to) throws IOException {
            step("rename");
            super.rename(from, to);
        }

        @Override
        void delete(Path path) throws IOException {
            step("delete");
            super.delete(path);
        }
    }
}
