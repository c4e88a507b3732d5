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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attempts of a sink die and are followed by others, within one life of the job and over several. */
class SinkRestartTest {
    @TempDir
    Path dir;

    private final SinkPlace place = new SinkPlace();
    private Path target;
    private FileSink<String> sink;
    private FileSinkCommitter committer;

    @BeforeEach
    void open() throws Exception {
        target = dir.resolve("out");
        sink = FileSink.lines(target);
        committer = committer();
        committer.open();
    }

    private FileSinkCommitter committer() {
        return (FileSinkCommitter) sink.createCommitter(place);
    }

    private SinkWriter<String> begin(int subtask, int attempt, String record) throws Exception {
        SinkWriter<String> writer = sink.createWriter(place.attempt(subtask, attempt));
        writer.open();
        writer.write(record);
        return writer;
    }

    private List<byte[]> end(SinkWriter<String> writer) throws Exception {
        List<byte[]> made = writer.finish();
        writer.close();
        return made;
    }

    private static List<byte[]> all(List<byte[]> first, List<byte[]> second) {
        List<byte[]> all = new ArrayList<>(first);
        all.addAll(second);
        return all;
    }

    private void assertPublished(String first, String second) throws IOException {
        assertThat(tree(dir)).containsExactly("out");
        assertThat(tree(target)).containsExactly("part-00000.txt", "part-00001.txt");
        assertThat(target.resolve("part-00000.txt")).hasContent(first + "\n");
        assertThat(target.resolve("part-00001.txt")).hasContent(second + "\n");
    }

    private static List<String> tree(Path directory) throws IOException {
        return new Disk().list(directory);
    }

    @Test
    void anAttemptThatDiesMidwayIsReplacedWhileTheOthersGoOn() throws Exception {
        SinkWriter<String> dying = begin(0, 0, "dead");
        SinkWriter<String> other = begin(1, 0, "steady");
        dying.close();
        assertThat(tree(place.working(target))).containsExactly(".lock", "part-00001.txt.2-0-attempt");
        SinkWriter<String> next = begin(0, 1, "alive");
        List<byte[]> parts = all(end(next), end(other));
        committer.prepare(parts);
        committer.commit(parts);
        assertPublished("alive", "steady");
    }

    /** Also one that had finished, whose file stays until the commit. */
    @Test
    void whenAllRestartNothingOfTheDeadIsPublished() throws Exception {
        end(begin(0, 0, "finished and dead"));
        begin(1, 0, "dead").close();
        List<byte[]> parts = all(end(begin(0, 1, "new 0")), end(begin(1, 1, "new 1")));
        assertThat(tree(place.working(target))).hasSize(4);
        committer.prepare(parts);
        committer.commit(parts);
        assertPublished("new 0", "new 1");
    }

    @Test
    void anAttemptThatHangsNeitherCollidesNorReturns() throws Exception {
        SinkWriter<String> hanging = begin(0, 0, "hangs");
        List<byte[]> parts = all(end(begin(0, 1, "new 0")), end(begin(1, 0, "new 1")));
        hanging.write("while the other finishes");
        List<byte[]> late = hanging.finish();
        committer.prepare(parts);
        committer.commit(parts);
        hanging.close();
        assertPublished("new 0", "new 1");
        assertThat(late).isNotEqualTo(parts);
    }

    @Test
    void twoAttemptsOfOneSubtaskAreNeverPublishedTogether() throws Exception {
        List<byte[]> parts = all(end(begin(0, 0, "dead")), end(begin(0, 1, "alive")));
        assertThatThrownBy(() -> committer.prepare(parts))
                .hasMessageContaining("Two attempts want to publish part-00000.txt");
        committer.abort();
        assertThat(tree(dir)).isEmpty();
    }

    @Test
    void anAbortTakesTheFilesOfTheDeadAlong() throws Exception {
        end(begin(0, 0, "finished and dead"));
        SinkWriter<String> hanging = begin(1, 0, "hangs");
        begin(1, 1, "next").close();
        committer.abort();
        assertThat(tree(dir)).isEmpty();
        hanging.write("more");
        hanging.close();
        assertThat(tree(dir)).isEmpty();
    }

    /** Its JobMaster was replaced while it still worked, and gives up what it believes to be its own. */
    @Test
    void theCommitterOfAFormerLifeDoesNotTakeAwayWhatTheNextHasBegun() throws Exception {
        SinkWriter<String> old = begin(0, 0, "old");
        FileSinkCommitter next = committer();
        next.open();
        SinkWriter<String> first = begin(0, 1, "new 0");
        old.close();
        committer.abort();
        List<byte[]> parts = all(end(first), end(begin(1, 1, "new 1")));
        next.prepare(parts);
        next.commit(parts);
        assertPublished("new 0", "new 1");
    }

    @Test
    void nothingOfTheFormerLifeIsLeftWhenTheNextIsGivenUp() throws Exception {
        end(begin(0, 0, "old"));
        FileSinkCommitter next = committer();
        next.open();
        begin(0, 1, "new").close();
        committer.abort();
        next.abort();
        assertThat(tree(dir)).isEmpty();
        assertThat(Files.exists(target)).isFalse();
    }
}
