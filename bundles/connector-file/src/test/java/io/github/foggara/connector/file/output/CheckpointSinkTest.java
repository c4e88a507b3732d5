package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A sink whose checkpoints publish, in one life and over several. */
class CheckpointSinkTest {
    @TempDir
    Path dir;

    private SinkPlace place;
    private Path target;
    private Path working;
    private FileSinkCommitter committer;

    @BeforeEach
    void begin() throws Exception {
        place = new SinkPlace();
        target = dir.resolve("out");
        working = place.working(target);
        committer = committer();
        committer.open();
    }

    private FileSinkCommitter committer() {
        return new FileSinkCommitter(target, "txt", place, new Disk());
    }

    private SinkWriter<String> writer(int subtask, int attempt, String... records) throws Exception {
        SinkWriter<String> writer = FileSink.lines(target).createWriter(place.attempt(subtask, attempt));
        writer.open();
        return write(writer, records);
    }

    private static SinkWriter<String> write(SinkWriter<String> writer, String... records) throws Exception {
        for (String record : records) {
            writer.write(record);
        }
        return writer;
    }

    private List<String> published() throws IOException {
        return new Disk().list(target);
    }

    @Test
    void aCheckpointPublishesWhatWasWrittenBeforeItsBarrier() throws Exception {
        SinkWriter<String> first = writer(0, 0, "a", "b");
        SinkWriter<String> second = writer(1, 0);
        List<byte[]> parts = new ArrayList<>(first.prepareCommit(1));
        parts.addAll(second.prepareCommit(1));
        assertThat(parts).as("nothing was written by the second").hasSize(1);
        write(first, "c");
        assertThat(target).doesNotExist();
        committer.commit(1, parts);
        assertThat(published()).containsExactly("part-00000-000001.txt");
        assertThat(target.resolve("part-00000-000001.txt")).hasContent("a\nb\n");
        committer.commit(1, parts);
        committer.commit(2, List.of());
        assertThat(published()).hasSize(1);

        write(second, "d");
        parts = new ArrayList<>(first.prepareCommit(3));
        parts.addAll(second.prepareCommit(3));
        committer.commit(3, parts);
        assertThat(published())
                .containsExactly("part-00000-000001.txt", "part-00000-000003.txt", "part-00001-000003.txt");
        assertThat(target.resolve("part-00000-000003.txt")).hasContent("c\n");
        assertThat(target.resolve("part-00001-000003.txt")).hasContent("d\n");
    }

    @Test
    void whatCameAfterTheLastCheckpointIsPublishedAtTheEnd() throws Exception {
        SinkWriter<String> first = writer(0, 0, "a");
        SinkWriter<String> second = writer(1, 0, "b");
        List<byte[]> parts = new ArrayList<>(first.prepareCommit(1));
        parts.addAll(second.prepareCommit(1));
        committer.commit(1, parts);
        write(first, "c");
        List<byte[]> rest = new ArrayList<>(first.finish());
        rest.addAll(second.finish());
        assertThat(rest).as("the second has nothing more").hasSize(1);
        assertThat(first.prepareCommit(2)).isEmpty();
        first.close();
        second.close();
        committer.prepare(rest);
        committer.commit(rest);
        assertThat(published()).containsExactly("part-00000-000001.txt", "part-00000.txt", "part-00001-000001.txt");
        assertThat(new Disk().list(dir)).containsExactly("out");
        assertThat(place.reports).containsExactly("Wrote 3 parts to " + target);
        Files.writeString(target.resolve("_READ"), "by somebody");
        committer().commit(rest);
        assertThat(published()).hasSize(4);
    }

    @Test
    void aJobWithoutAnyRecordLeavesAnEmptyDirectory() throws Exception {
        SinkWriter<String> writer = writer(0, 0);
        assertThat(writer.prepareCommit(1)).isEmpty();
        List<byte[]> rest = writer.finish();
        writer.close();
        assertThat(rest).isEmpty();
        committer.prepare(rest);
        committer.commit(rest);
        committer().commit(rest);
        assertThat(target).isEmptyDirectory();
        assertThat(new Disk().list(dir)).containsExactly("out");
    }

    /** Its parts come with those of the next one that is complete, as the engine keeps them. */
    @Test
    void aCheckpointThatWasGivenUpIsPublishedByTheNext() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        List<byte[]> parts = new ArrayList<>(writer.prepareCommit(1));
        write(writer, "b");
        parts.addAll(writer.prepareCommit(2));
        committer.commit(2, parts);
        assertThat(published()).containsExactly("part-00000-000001.txt", "part-00000-000002.txt");
        committer.commit(3, parts);
        assertThat(published()).hasSize(2);
    }

    @Test
    void aRestoredLifeKeepsWhatTheCheckpointCoversAndRemovesWhatCameLater() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        List<byte[]> one = writer.prepareCommit(1);
        committer.commit(1, one);
        write(writer, "b");
        List<byte[]> two = writer.prepareCommit(2);
        write(writer, "after it");
        writer.prepareCommit(3);
        write(writer, "being written");
        committer.suspend();

        FileSinkCommitter next = committer();
        next.restore(2, two);
        assertThat(new Disk().list(working))
                .containsExactly(CheckpointedParts.MARKER, DirectoryLock.FILE, "part-00000-000002.txt.2-0-attempt");
        next.commit(2, two);
        SinkWriter<String> again = writer(0, 0, "after it");
        next.commit(4, again.prepareCommit(4));
        assertThat(published())
                .containsExactly("part-00000-000001.txt", "part-00000-000002.txt", "part-00000-000004.txt");
        again.finish();
        again.close();
        next.abort();
        assertThat(new Disk().list(dir)).containsExactly("out");
        assertThat(published()).hasSize(3);
    }

    @Test
    void everythingPublishedMayGoOnWithoutItsWorkingDirectoryAndInAnotherRun() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        List<byte[]> one = writer.prepareCommit(1);
        committer.commit(1, one);
        writer.close();
        committer.suspend();
        assertThat(working).doesNotExist();
        FileSinkCommitter same = committer();
        same.restore(1, one);
        same.commit(1, one);
        same.suspend();
        place = new SinkPlace();
        FileSinkCommitter other = committer();
        other.restore(1, one);
        other.commit(1, one);
        other.commit(2, writer(0, 0, "b").prepareCommit(2));
        assertThat(published()).containsExactly("part-00000-000001.txt", "part-00000-000002.txt");
        other.abort();
    }

    @Test
    void aPartThatIsNowhereIsNamed() throws Exception {
        List<byte[]> one = writer(0, 0, "a").prepareCommit(1);
        Files.delete(working.resolve("part-00000-000001.txt.2-0-attempt"));
        committer.suspend();
        assertThatThrownBy(() -> committer().restore(1, one))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("checkpoint 1")
                .hasMessageContaining("part-00000-000001.txt");
    }

    @Test
    void aPartThatWasCutIsNeverPublished() throws Exception {
        List<byte[]> one = writer(0, 0, "abc").prepareCommit(1);
        Files.writeString(working.resolve("part-00000-000001.txt.2-0-attempt"), "a");
        assertThatThrownBy(() -> committer.commit(1, one)).hasMessageContaining("has 1 bytes instead of 4");
        assertThat(target).isEmptyDirectory();
    }

    /** The newest checkpoint was damaged: the job goes on from an older one. */
    @Test
    void whatLaterCheckpointsPublishedIsWithdrawn() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        List<byte[]> one = writer.prepareCommit(1);
        committer.commit(1, one);
        write(writer, "b");
        committer.commit(2, writer.prepareCommit(2));
        writer.close();
        committer.suspend();
        FileSinkCommitter next = committer();
        next.restore(1, one);
        next.commit(1, one);
        assertThat(published()).containsExactly(".part-00000-000002.txt.withdrawn", "part-00000-000001.txt");
        next.abort();
    }

    @Test
    void aFailedJobLeavesWhatIsPublishedAndWhatACheckpointCovers() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        List<byte[]> one = writer.prepareCommit(1);
        committer.commit(1, one);
        write(writer, "b");
        List<byte[]> two = new ArrayList<>(one);
        two.addAll(writer.prepareCommit(2));
        Path inTheWay = Files.createDirectory(target.resolve("part-00000-000002.txt"));
        assertThatThrownBy(() -> committer.commit(2, two)).hasMessageContaining("part-00000-000002.txt");
        writer.close();
        committer.abort();
        Files.delete(inTheWay);
        assertThat(new Disk().list(working)).contains("part-00000-000002.txt.2-0-attempt");
        FileSinkCommitter next = committer();
        next.restore(2, two);
        next.commit(2, two);
        assertThat(published()).containsExactly("part-00000-000001.txt", "part-00000-000002.txt");
        next.abort();
        assertThat(new Disk().list(dir)).containsExactly("out");
    }

    @Test
    void aTargetThatGotForeignFilesBeforeTheFirstCheckpointIsRefused() throws Exception {
        List<byte[]> one = writer(0, 0, "a").prepareCommit(1);
        Files.writeString(Files.createDirectory(target).resolve("theirs"), "x");
        assertThatThrownBy(() -> committer.commit(1, one))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("is not empty");
        assertThat(published()).containsExactly("theirs");
    }

    @Test
    void whatAKilledRunWithCheckpointsLeftIsNotSwept() throws Exception {
        SinkWriter<String> writer = writer(0, 0, "a");
        committer.commit(1, writer.prepareCommit(1));
        write(writer, "b");
        writer.prepareCommit(2);
        writer.close();
        committer.suspend();
        Path kept = working;
        Files.delete(target.resolve("part-00000-000001.txt"));
        place = new SinkPlace();
        FileSinkCommitter other = committer();
        other.open();
        assertThat(kept.resolve("part-00000-000002.txt.2-0-attempt")).exists();
        other.abort();
    }

    @Test
    void tablesBeginEachPartWithTheirHeader() throws Exception {
        FileSinkCommitter csv = new FileSinkCommitter(target, "csv", place, new Disk());
        SinkWriter<Pair> writer = FileSink.csv(target, Pair.class).createWriter(place.attempt(0, 0));
        writer.open();
        for (int checkpoint = 1; checkpoint <= 3; checkpoint++) {
            if (checkpoint != 2) {
                writer.write(new Pair("a", checkpoint));
            }
            csv.commit(checkpoint, writer.prepareCommit(checkpoint));
        }
        assertThat(published()).containsExactly("part-00000-000001.csv", "part-00000-000003.csv");
        assertThat(target.resolve("part-00000-000003.csv")).hasContent("name,number\na,3\n");
        writer.close();
        csv.abort();
        committer.abort();
    }

    record Pair(String name, int number) {}
}
