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

/** A run goes on from a checkpoint: whose files stand at its target. */
class CheckpointTargetTest {
    private static final String ONE = "part-00000-000001.txt";

    @TempDir
    Path dir;

    private Path target;
    private SinkPlace place;
    private FileSinkCommitter committer;

    @BeforeEach
    void begin() throws Exception {
        target = dir.resolve("out");
        place = new SinkPlace();
        committer = committer(place);
        committer.open();
    }

    private FileSinkCommitter committer(SinkPlace of) {
        return new FileSinkCommitter(target, "txt", of, new Disk());
    }

    private SinkWriter<String> writer(SinkPlace of, String record) throws Exception {
        SinkWriter<String> writer = FileSink.lines(target).createWriter(of.attempt(0, 0));
        writer.open();
        writer.write(record);
        return writer;
    }

    private List<byte[]> write(SinkPlace of, long checkpoint, String record) throws Exception {
        SinkWriter<String> writer = writer(of, record);
        List<byte[]> parts = writer.prepareCommit(checkpoint);
        writer.close();
        return parts;
    }

    private List<String> published() throws IOException {
        return new Disk().list(target);
    }

    /** Another job writes into the target while this one does not run, and ends. */
    private void anotherJobPublishes(long checkpoint, String record) throws Exception {
        SinkPlace other = new SinkPlace();
        FileSinkCommitter theirs = committer(other);
        theirs.open();
        theirs.commit(checkpoint, write(other, checkpoint, record));
        theirs.prepare(List.of());
        theirs.commit(List.of());
    }

    private void assertRefused(long checkpoint, List<byte[]> parts) throws IOException {
        List<String> before = published();
        assertThatThrownBy(() -> committer(place).restore(checkpoint, parts))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'" + target + "' exists and is not empty");
        assertThat(published()).isEqualTo(before);
    }

    @Test
    void aRunThatHadNoRecordsDoesNotTakeTheFilesOfAnotherForItsOwn() throws Exception {
        anotherJobPublishes(5, "theirs");
        assertRefused(3, List.of());
        assertRefused(7, List.of());
    }

    @Test
    void restartingWithoutRecordsDoesNotMakeTheTargetItsOwn() throws Exception {
        committer(place).restore(3, List.of());
        anotherJobPublishes(5, "theirs");
        assertRefused(4, List.of());
    }

    @Test
    void withoutItsDirectoryNothingIsWithdrawn() throws Exception {
        committer.suspend();
        anotherJobPublishes(5, "theirs");
        assertRefused(3, List.of());
    }

    @Test
    void partsThatWaitAreNotTakenForThoseOfAnotherOfTheSameNameAndSize() throws Exception {
        List<byte[]> one = write(place, 1, "mine");
        anotherJobPublishes(1, "they");
        assertRefused(1, one);
    }

    /** Its last checkpoint covers nothing that is not published. */
    @Test
    void aRunThatPublishedBeforeGoesOnAlsoIfItsDirectoryWentWithTheSuspension() throws Exception {
        committer.commit(1, write(place, 1, "a"));
        for (int life = 2; life < 4; life++) {
            FileSinkCommitter next = committer(place);
            next.restore(life, List.of());
            next.suspend();
        }
        FileSinkCommitter last = committer(place);
        last.restore(4, List.of());
        committer(place).restore(5, List.of());
        assertThat(published()).containsExactly(ONE);
    }

    /** Killed when its working directory had no mark yet. */
    @Test
    void beginningFromTheCheckpointOfAnotherRunCanBeRepeated() throws Exception {
        List<byte[]> one = write(place, 1, "a");
        committer.commit(1, one);
        committer.suspend();
        SinkPlace next = new SinkPlace();
        Files.createDirectory(next.working(target));
        committer(next).restore(1, one);
        assertThat(CheckpointedParts.marked(next.working(target))).isTrue();
        assertThat(published()).containsExactly(ONE);
    }

    /** The job had come to its end when the newest checkpoint was found damaged. */
    @Test
    void whatTheEndPublishedIsWithdrawnAlsoBesideNothingButKeptParts() throws Exception {
        List<byte[]> one = write(place, 1, "a");
        committer.commit(1, one);
        Files.writeString(target.resolve("part-00000.txt"), "b\n");
        committer(place).restore(1, one);
        assertThat(published()).containsExactly(".part-00000.txt.withdrawn", ONE);
    }

    @Test
    void partsOfTheNamedCheckpointInTheDirectoryOfItsRunAreFound() throws Exception {
        List<byte[]> two = new ArrayList<>(write(place, 2, "b"));
        SinkPlace next = new SinkPlace();
        assertThatThrownBy(() -> committer(next).restore(2, two))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("part-00000-000002.txt")
                .hasMessageContaining("same output directory as the run that took it")
                .hasMessageContaining("stand in '" + place.working(target) + "'")
                .hasMessageNotContaining("omebody removed");
        Files.createDirectory(target);
        Files.move(
                place.working(target).resolve("part-00000-000002.txt.2-0-attempt"),
                target.resolve("part-00000-000002.txt"));
        committer(next).restore(2, two);
        assertThat(published()).containsExactly("part-00000-000002.txt");
    }

    @Test
    void withAnotherOutputItIsToldWhichOneIsNeeded() throws Exception {
        List<byte[]> one = write(place, 1, "a");
        committer.commit(1, one);
        target = dir.resolve("another");
        assertThatThrownBy(() -> committer(new SinkPlace()).restore(1, one))
                .hasMessageContaining("'" + target + "'")
                .hasMessageContaining("same output directory as the run that took it");
        assertThat(target).doesNotExist();
    }
}
