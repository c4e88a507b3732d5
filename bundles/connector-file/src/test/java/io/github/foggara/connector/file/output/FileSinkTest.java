package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.FileSink;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileSinkTest {
    record Word(String word, long count) {}

    @TempDir
    Path dir;

    private Path target;
    private SinkPlace place;

    @BeforeEach
    void place() {
        target = dir.resolve("deep/er/out");
        place = new SinkPlace();
    }

    @Test
    void nothingIsVisibleBeforeTheCommitAndEverythingAfterIt() throws Exception {
        FileSink<Word> sink = FileSink.csv(target, Word.class);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        List<byte[]> parts = new ArrayList<>();
        for (int subtask = 0; subtask < 3; subtask++) {
            parts.addAll(write(sink, subtask, 0, new Word("w" + subtask, subtask)));
        }
        assertThat(target).doesNotExist();
        committer.commit(parts);
        assertThat(tree(target.getParent())).containsExactly("out");
        assertThat(tree(target)).containsExactly("part-00000.csv", "part-00001.csv", "part-00002.csv");
        assertThat(target.resolve("part-00001.csv")).hasContent("word,count\nw1,1\n");
        assertThat(place.reports).containsExactly("Wrote 3 records in 3 parts to " + target);
    }

    @Test
    void committingAgainChangesNothing() throws Exception {
        FileSink<Word> sink = FileSink.csv(target);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        List<byte[]> parts = write(sink, 0, 0, new Word("a", 1));
        committer.commit(parts);
        committer.commit(parts);
        committer(sink).commit(parts);
        committer.abort();
        assertThat(tree(target)).containsExactly("part-00000.csv");
        assertThat(target.resolve("part-00000.csv")).hasContent("word,count\na,1\n");
    }

    @Test
    void anEmptyTargetIsReplacedAndAFullOneRefused() throws Exception {
        FileSink<String> sink = FileSink.lines(target);
        Files.createDirectories(target);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        committer.commit(write(sink, 0, 0, "x", "y"));
        assertThat(target.resolve("part-00000.txt")).hasContent("x\ny\n");
        assertThatThrownBy(() -> committer(sink).open())
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'" + target + "' exists and is not empty (1 entry)")
                .hasMessageContaining("nothing was changed");
        assertThat(tree(target.getParent())).containsExactly("out");
    }

    @Test
    void aTargetFilledMeanwhileIsNotTouched() throws Exception {
        FileSink<String> sink = FileSink.lines(target);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        List<byte[]> parts = write(sink, 0, 0, "x");
        Files.createDirectories(target);
        Files.writeString(target.resolve("mine"), "keep");
        assertThatThrownBy(() -> committer.prepare(parts)).hasMessageContaining(notEmpty());
        assertThatThrownBy(() -> committer.commit(parts)).hasMessageContaining(notEmpty());
        committer.abort();
        assertThat(tree(target.getParent())).containsExactly("out");
        assertThat(tree(target)).containsExactly("mine");
    }

    private String notEmpty() {
        return "'" + target + "' exists and is not empty (1 entry). Remove it, or give another one";
    }

    @Test
    void anAbortLeavesNothing() throws Exception {
        FileSink<Word> sink = FileSink.csv(target);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        write(sink, 0, 0, new Word("a", 1));
        committer.abort();
        committer.abort();
        assertThat(tree(dir)).isEmpty();
    }

    @Test
    void anEmptyTargetSurvivesAnAbort() throws Exception {
        Files.createDirectories(target);
        FileSinkCommitter committer = committer(FileSink.lines(target));
        committer.open();
        committer.abort();
        assertThat(tree(target.getParent())).containsExactly("out");
        assertThat(tree(target)).isEmpty();
    }

    @Test
    void anAttemptThatWasGivenUpIsNotPublished() throws Exception {
        FileSink<String> sink = FileSink.lines(target);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        SinkWriter<String> stalled = sink.createWriter(place.attempt(0, 0));
        stalled.open();
        stalled.write("old");
        write(sink, 0, 1, "finished too, but not the one that counts");
        List<byte[]> parts = write(sink, 0, 2, "new");
        committer.commit(parts);
        assertThatThrownBy(() -> write(sink, 0, 3, "late")).hasMessageContaining("working directory is gone");
        stalled.write("more");
        stalled.finish();
        stalled.close();
        assertThat(tree(target)).containsExactly("part-00000.txt");
        assertThat(target.resolve("part-00000.txt")).hasContent("new\n");
        assertThat(tree(target.getParent())).containsExactly("out");
    }

    @Test
    void aWriterThatDidNotFinishLeavesNothing() throws Exception {
        FileSink<String> sink = FileSink.lines(target);
        committer(sink).open();
        SinkWriter<String> writer = sink.createWriter(place.attempt(0, 0));
        writer.open();
        writer.write("x");
        assertThat(tree(place.working(target))).containsExactly(".lock", "part-00000.txt.2-0-attempt");
        writer.close();
        assertThat(tree(place.working(target))).containsExactly(".lock");
    }

    @Test
    void openRemovesWhatAnEarlierLifeOfThisJobLeftAndNothingElse() throws Exception {
        FileSink<String> sink = FileSink.lines(target);
        committer(sink).open();
        write(sink, 0, 0, "from before");
        Path other = Files.createDirectory(target.resolveSibling(".out.foggara-" + "0".repeat(32)));
        FileSinkCommitter next = committer(sink);
        next.open();
        assertThat(tree(place.working(target))).containsExactly(".lock");
        assertThat(other).exists();
        next.commit(write(sink, 0, 0, "now"));
        assertThat(target.resolve("part-00000.txt")).hasContent("now\n");
    }

    @Test
    void aFileALinkOrARootAreNotTakenForADirectory() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertThatThrownBy(() -> committer(FileSink.lines(file)).open()).hasMessageContaining("is a file");
        Path dangling = Files.createSymbolicLink(dir.resolve("dangling"), dir.resolve("nowhere"));
        assertThatThrownBy(() -> committer(FileSink.lines(dangling)).open()).hasMessageContaining("leads nowhere");
        assertThatThrownBy(() -> committer(FileSink.lines(Path.of("/"))).open()).hasMessageContaining("root");
        Path real = Files.createDirectory(dir.resolve("real"));
        Path link = Files.createSymbolicLink(dir.resolve("link"), real);
        FileSink<String> sink = FileSink.lines(link);
        FileSinkCommitter committer = committer(sink);
        committer.open();
        committer.commit(write(sink, 0, 0, "x"));
        assertThat(link).isSymbolicLink();
        assertThat(tree(real)).containsExactly("part-00000.txt");
    }

    @Test
    void aParentThatCannotBeMadeIsNamed() throws Exception {
        Path file = Files.writeString(dir.resolve("file"), "x");
        assertThatThrownBy(
                        () -> committer(FileSink.lines(file.resolve("sub/out"))).open())
                .isInstanceOf(IOException.class)
                .hasMessageContaining("create the working directory of the output '" + file.resolve("sub/out"));
    }

    @Test
    void aFullDiskNamesFileAndStep() throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        PartFile part = new PartFile(full, FileChannel.open(full, StandardOpenOption.WRITE));
        part.write(1);
        assertThatThrownBy(part::force)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot write the part '/dev/full'")
                .hasMessageContaining("free space");
        part.release(false);
    }

    private FileSinkCommitter committer(FileSink<?> sink) {
        return (FileSinkCommitter) sink.createCommitter(place);
    }

    @SafeVarargs
    private <T> List<byte[]> write(FileSink<T> sink, int subtask, int attempt, T... records) throws Exception {
        SinkWriter<T> writer = sink.createWriter(place.attempt(subtask, attempt));
        writer.open();
        try {
            for (T record : records) {
                writer.write(record);
            }
            return writer.finish();
        } finally {
            writer.close();
        }
    }

    private static List<String> tree(Path directory) throws IOException {
        return new Disk().list(directory);
    }
}
