package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Either phase of a commit is cut off before each of its steps on the disk, by an error or by the end of the process. */
class CommitCrashTest {
    @TempDir
    Path dir;

    private int run;

    @Test
    void aCommitCutOffAtAnyStepCanBeRepeatedByTheNextLife() throws Exception {
        assertThat(cutOffAtEachStep(true, true))
                .as("steps of a commit of two parts")
                .isGreaterThanOrEqualTo(7);
    }

    /** So it was decided by versions that did not seal before. */
    @Test
    void aCommitThatNobodyPreparedCanBeRepeatedToo() throws Exception {
        assertThat(cutOffAtEachStep(false, true)).isGreaterThanOrEqualTo(8);
    }

    @Test
    void aCommitCutOffAtAnyStepCanBeAborted() throws Exception {
        assertThat(cutOffAtEachStep(true, false)).isGreaterThanOrEqualTo(7);
        assertThat(cutOffAtEachStep(false, false)).isGreaterThanOrEqualTo(8);
    }

    @Test
    void preparingCutOffAtAnyStepCanBeRepeatedAbortedOrForgotten() throws Exception {
        for (After after : After.values()) {
            int steps = 0;
            while (!cutOffPreparing(steps, after)) {
                steps++;
            }
            assertThat(steps).as("rename and sync").isGreaterThanOrEqualTo(3);
        }
    }

    private enum After {
        PREPARED_AGAIN,
        ABORTED,
        NEXT_LIFE
    }

    /** True when preparing has no such step. */
    private boolean cutOffPreparing(int step, After after) throws Exception {
        Path parent = Files.createDirectory(dir.resolve("run" + run++));
        Path target = parent.resolve("out");
        FileSink<String> sink = FileSink.lines(target);
        SinkPlace place = new SinkPlace();
        FailingDisk disk = new FailingDisk();
        FileSinkCommitter committer = new FileSinkCommitter(target, "txt", place, disk);
        committer.open();
        List<byte[]> parts = twoParts(sink, place);
        disk.failAfter(step);
        boolean done = false;
        try {
            committer.prepare(parts);
            done = true;
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("'" + target + "'").hasMessageContaining("planted");
        }
        assertThat(target).doesNotExist();
        disk.failAfter(Integer.MAX_VALUE);
        if (after == After.ABORTED) {
            committer.abort();
            assertThat(new Disk().list(parent)).as("cut off at %d", step).isEmpty();
            return done;
        }
        if (after == After.NEXT_LIFE) {
            committer = new FileSinkCommitter(target, "txt", place, new Disk());
            committer.open();
            parts = twoParts(sink, place);
        }
        committer.prepare(parts);
        new FileSinkCommitter(target, "txt", place, new Disk()).commit(parts);
        assertPublished(target);
        return done;
    }

    private int cutOffAtEachStep(boolean prepared, boolean repeat) throws Exception {
        int steps = 0;
        while (!cutOff(steps, prepared, repeat)) {
            steps++;
        }
        return steps;
    }

    /** True when the commit has no such step. */
    private boolean cutOff(int step, boolean prepared, boolean repeat) throws Exception {
        Path parent = Files.createDirectory(dir.resolve("run" + run++));
        Path target = parent.resolve("out");
        FileSink<String> sink = FileSink.lines(target);
        SinkPlace place = new SinkPlace();
        FailingDisk disk = new FailingDisk();
        FileSinkCommitter committer = new FileSinkCommitter(target, "txt", place, disk);
        committer.open();
        List<byte[]> parts = twoParts(sink, place);
        if (prepared) {
            committer.prepare(parts);
        }
        disk.failAfter(step);
        try {
            committer.commit(parts);
            if (place.reports.size() == 1) {
                assertPublished(target);
                return true;
            }
        } catch (IOException e) {
            assertThat(e).hasMessageContaining("'" + target + "'").hasMessageContaining("planted");
            assertThat(target).as("before the last step, cut off at %d", step).doesNotExist();
        }
        FileSinkCommitter next = new FileSinkCommitter(target, "txt", place, new Disk());
        if (repeat) {
            place.reports.clear();
            next.commit(parts);
            assertThat(place.reports)
                    .as("cut off at %d", step)
                    .containsExactly("Wrote 2 records in 2 parts to " + target);
            next.commit(parts);
            assertPublished(target);
        } else if (!Files.exists(target)) {
            next.abort();
            assertThat(new Disk().list(parent)).as("cut off at %d", step).isEmpty();
        }
        return false;
    }

    /** And an attempt that was given up. */
    private static List<byte[]> twoParts(FileSink<String> sink, SinkPlace place) throws Exception {
        List<byte[]> parts = new ArrayList<>();
        parts.addAll(write(sink, place, 0, 1));
        parts.addAll(write(sink, place, 1, 0));
        write(sink, place, 0, 0);
        return parts;
    }

    private static void assertPublished(Path target) throws IOException {
        assertThat(new Disk().list(target.getParent())).containsExactly("out");
        assertThat(new Disk().list(target)).containsExactly("part-00000.txt", "part-00001.txt");
        assertThat(target.resolve("part-00000.txt")).hasContent("subtask 0 attempt 1");
        assertThat(target.resolve("part-00001.txt")).hasContent("subtask 1 attempt 0");
    }

    private static List<byte[]> write(FileSink<String> sink, SinkPlace place, int subtask, int attempt)
            throws Exception {
        SinkWriter<String> writer = sink.createWriter(place.attempt(subtask, attempt));
        writer.open();
        writer.write("subtask " + subtask + " attempt " + attempt);
        List<byte[]> parts = writer.finish();
        writer.close();
        return parts;
    }

    @Test
    void aPartThatIsMissingOrCutIsNeverPublished() throws Exception {
        for (boolean cut : new boolean[] {true, false}) {
            Path target = Files.createDirectory(dir.resolve("cut" + cut)).resolve("out");
            FileSink<String> sink = FileSink.lines(target);
            SinkPlace place = new SinkPlace();
            FileSinkCommitter committer = new FileSinkCommitter(target, "txt", place, new Disk());
            committer.open();
            List<byte[]> parts = write(sink, place, 0, 0);
            Path part = place.working(target).resolve("part-00000.txt.2-0-attempt");
            if (cut) {
                Files.write(part, new byte[3]);
            } else {
                Files.delete(part);
            }
            assertThatThrownBy(() -> committer.commit(parts))
                    .hasMessageContaining("part-00000.txt")
                    .hasMessageContaining(cut ? "has 3 bytes instead of 20" : "is missing");
            committer.abort();
            assertThat(new Disk().list(target.getParent())).isEmpty();
        }
    }

    @Test
    void withoutItsWorkingDirectoryACommitSaysSo() throws Exception {
        Path target = dir.resolve("out");
        SinkPlace place = new SinkPlace();
        FileSinkCommitter committer = new FileSinkCommitter(target, "txt", place, new Disk());
        List<byte[]> parts = List.of(new Committable("part-00000.txt.2-0-attempt", 20, 1).encode());
        assertThatThrownBy(() -> committer.commit(parts)).hasMessageContaining("was removed");
        Files.createDirectory(target);
        Files.write(target.resolve("part-00000.txt"), new byte[19]);
        assertThatThrownBy(() -> committer.commit(parts)).hasMessageContaining("another sink of the job");
    }

    @Test
    void anErrorWhileOpeningNamesOutputAndStep() throws Exception {
        FailingDisk disk = new FailingDisk();
        disk.failAfter(0);
        Path target = dir.resolve("deep/out");
        FileSinkCommitter committer = new FileSinkCommitter(target, "txt", new SinkPlace(), disk);
        assertThatThrownBy(committer::open)
                .hasMessageContaining("create the working directory of the output '" + target + "'")
                .hasMessageContaining("planted");
        disk.failAfter(1);
        assertThatThrownBy(committer::open)
                .hasMessageContaining("planted")
                .satisfies(e -> assertThat(e.getSuppressed())
                        .as("the disk fails the clean-up too")
                        .hasSize(1));
        disk.failAfter(Integer.MAX_VALUE);
        committer.abort();
        assertThat(new Disk().list(dir)).isEmpty();
    }
}
