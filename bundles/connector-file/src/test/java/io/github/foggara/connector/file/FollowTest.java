package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A directory in which files appear, grow, are renamed and go. */
class FollowTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    @TempDir
    Path temp;

    private Path dir;
    private Path log;

    @BeforeEach
    void directory() throws IOException {
        dir = Files.createDirectory(temp.resolve("logs"));
        log = dir.resolve("app.log");
    }

    record Row(String a, int b) {}

    private LineSource source() {
        return FileSource.lines(dir).monitorContinuously(SECOND);
    }

    private FollowRun<String> run() throws Exception {
        return new FollowRun<>(source(), 1);
    }

    private static void append(Path file, String text) throws IOException {
        Files.writeString(file, text, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    }

    private static List<String> next(FollowRun<String> run) throws Exception {
        int before = run.records().size();
        run.look();
        run.pollAll();
        return run.records().subList(before, run.records().size());
    }

    @Test
    void wholeLinesOfNewAndGrowingFilesAreReadOnce() throws Exception {
        append(log, "a\nb\nhalf");
        FollowRun<String> run = run().pollAll();
        assertThat(run.records()).containsExactly("a", "b");
        assertThat(next(run)).isEmpty();
        append(log, " a line\r\nc\n");
        append(dir.resolve("other.log"), "x\n");
        assertThat(next(run)).containsExactly("half a line", "c", "x");
        append(log, "no end");
        assertThat(next(run)).isEmpty();
        append(log, "\n\n");
        assertThat(next(run)).containsExactly("no end", "");
        run.close();
    }

    @Test
    void anEmptyDirectoryIsWaitedForAndAMissingOneRefused() throws Exception {
        FollowRun<String> run = run();
        append(log, "a\n");
        assertThat(next(run)).containsExactly("a");
        assertThat(source().boundedness()).isEqualTo(Boundedness.UNBOUNDED);
        assertThatThrownBy(() ->
                        new FollowRun<>(FileSource.lines(temp.resolve("none")).monitorContinuously(SECOND), 1))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("does not exist");
        assertThatThrownBy(() -> source().monitorContinuously(Duration.ZERO)).hasMessageContaining("more than 0");
    }

    @Test
    void hiddenUnfinishedAndCompressedNamesAreLeftOut() throws Exception {
        for (String name : List.of(".app.log", "a.tmp", "b.part", "c~", "d.log.gz", "e.SWP")) {
            append(dir.resolve(name), name + "\n");
        }
        FollowRun<String> run = run().pollAll();
        assertThat(run.records()).isEmpty();
        Files.move(dir.resolve("a.tmp"), dir.resolve("a.log"));
        assertThat(next(run)).containsExactly("a.tmp");
    }

    @Test
    void aGlobAlsoFindsDirectoriesThatComeLater() throws Exception {
        FollowRun<String> run =
                new FollowRun<>(FileSource.lines(dir + "/**.log").monitorContinuously(SECOND), 1);
        append(Files.createDirectory(dir.resolve("day1")).resolve("a.log"), "one\n");
        append(dir.resolve("day1/a.txt"), "no log\n");
        assertThat(next(run)).containsExactly("one");
    }

    @Test
    void aRenamedFileIsReadOnAndItsNameMayBeTakenByAnother() throws Exception {
        append(log, "1\n");
        FollowRun<String> run = run().pollAll();
        append(log, "2\n");
        Files.move(log, dir.resolve("app.log.1"));
        append(dir.resolve("app.log.1"), "3\n");
        append(log, "4\n");
        assertThat(next(run)).containsExactlyInAnyOrder("2", "3", "4");
        Files.move(dir.resolve("app.log.1"), dir.resolve("app.log.2"));
        Files.move(log, dir.resolve("app.log.1"));
        append(dir.resolve("app.log.1"), "5\n");
        assertThat(next(run)).containsExactly("5");
    }

    /** The pattern does not match its new name. */
    @Test
    void aFileRenamedOutOfThePatternIsReadToItsEnd() throws Exception {
        append(log, "1\n");
        FollowRun<String> run = new FollowRun<>(FileSource.lines(dir + "/*.log").monitorContinuously(SECOND), 1);
        run.pollAll();
        append(log, "2\n");
        Files.move(log, dir.resolve("app.log.1"));
        append(log, "3\n");
        assertThat(next(run)).containsExactlyInAnyOrder("2", "3");
        append(dir.resolve("app.log.1"), "4\n");
        assertThat(next(run)).containsExactly("4");
    }

    /** Assigned under one name, read under another. */
    @Test
    void aReaderFindsItsFileUnderItsNewName() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = run();
        Files.move(log, dir.resolve("app.log.1"));
        append(log, "3\n");
        run.pollAll();
        assertThat(run.records()).containsExactly("1", "2");
        assertThat(next(run)).containsExactly("3");
    }

    @Test
    void aFileThatIsReadMayGoAndItsPlaceBeUsedAgain() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = run().pollAll();
        Files.delete(log);
        Path other = dir.resolve("new.log");
        append(other, "1\n3\n");
        // The clock of a file system ticks every few milliseconds; written within one tick, it would look like the one
        // that went.
        Files.setLastModifiedTime(other, FileTime.fromMillis(System.currentTimeMillis() + 1_000));
        assertThat(next(run)).containsExactly("1", "3");
        assertThat(next(run)).isEmpty();
    }

    @Test
    void aFileThatComesBackIsNotReadAgain() throws Exception {
        append(log, "1\n");
        FollowRun<String> run = run().pollAll();
        Files.move(log, temp.resolve("elsewhere"));
        assertThat(next(run)).isEmpty();
        Files.move(temp.resolve("elsewhere"), dir.resolve("back.log"));
        append(dir.resolve("back.log"), "2\n");
        assertThat(next(run)).containsExactly("2");
    }

    @Test
    void aTruncatedFileIsToldInWords() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = run().pollAll();
        Files.copy(log, dir.resolve("app.log.1"));
        Files.writeString(log, "3\n");
        assertThatThrownBy(run::look)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + log + "' was truncated from at least 4 to 2 bytes")
                .hasMessageContaining("copytruncate")
                .hasMessageContaining("OnLost.SKIP");
    }

    @Test
    void anOverwrittenFileIsToldInWordsAlsoIfItIsLonger() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = run().pollAll();
        Files.writeString(log, "something else\n");
        assertThatThrownBy(run::look).hasMessageContaining("was overwritten");
    }

    @Test
    void aTruncatedFileIsReadAnewIfThatIsAllowed() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = new FollowRun<>(source().onLost(OnLost.SKIP), 1);
        run.pollAll();
        Files.writeString(log, "3\n");
        assertThat(next(run)).containsExactly("3");
        append(log, "4\n");
        assertThat(next(run)).containsExactly("4");
    }

    @Test
    void linesThatGoBeforeTheyAreReadAreMissed() throws Exception {
        append(log, "1\n2\n");
        FollowRun<String> run = run();
        Files.delete(log);
        assertThatThrownBy(run::pollAll)
                .hasMessageContaining("'" + log + "'")
                .hasMessageContaining("from byte 0 to 4")
                .hasMessageContaining("not there any more under any name");
        append(log, "1\n2\n");
        FollowRun<String> lenient = new FollowRun<>(source().onLost(OnLost.SKIP), 1);
        Files.writeString(log, "");
        lenient.pollAll();
        append(log, "3\n");
        assertThat(next(lenient)).containsExactly("3");
        assertThat(lenient.records()).containsExactly("3");
    }

    /** Found, but not handed out: its reader was busy. */
    @Test
    void aFileThatGoesBeforeItIsHandedOutIsMissed() throws Exception {
        append(dir.resolve("a.log"), "1\n");
        append(dir.resolve("b.log"), "2\n");
        FollowRun<String> run = run();
        FollowRun<String> lenient = new FollowRun<>(source().onLost(OnLost.SKIP), 1);
        Files.delete(dir.resolve("b.log"));
        run.look();
        assertThatThrownBy(run::look)
                .hasMessageContaining("'" + dir.resolve("b.log") + "' has gone from its directory with 2 bytes");
        lenient.look();
        lenient.look();
        lenient.pollAll();
        assertThat(lenient.records()).containsExactly("1");
    }

    @Test
    void theLinesOfAFileStayInOneSubtaskAndInOrder() throws Exception {
        FollowRun<String> run = new FollowRun<>(source().splitSize(10), 3);
        for (int file = 0; file < 7; file++) {
            for (int line = 0; line < 50; line++) {
                append(dir.resolve("f" + file), file + "-" + line + "\n");
            }
        }
        run.look();
        for (int round = 0; round < 100; round++) {
            run.poll(round % 3, 7);
        }
        run.pollAll();
        assertThat(run.records()).hasSize(350);
        for (int file = 0; file < 7; file++) {
            String prefix = file + "-";
            List<String> expected =
                    IntStream.range(0, 50).mapToObj(line -> prefix + line).toList();
            assertThat(IntStream.range(0, 3)
                            .mapToObj(run::records)
                            .map(records -> records.stream()
                                    .filter(line -> line.startsWith(prefix))
                                    .toList())
                            .filter(lines -> !lines.isEmpty()))
                    .containsExactly(expected);
        }
    }

    @Test
    void aCheckpointIsGoneOnFromAfterAnyRecord() throws Exception {
        List<String> expected = new ArrayList<>();
        for (int line = 0; line < 20; line++) {
            append(log, "line " + line + "\n");
            expected.add("line " + line);
        }
        for (int count = 0; count <= 20; count++) {
            FollowRun<String> former = new FollowRun<>(source().splitSize(33), 1);
            former.poll(0, count);
            FollowRun.Checkpoint<String> cut = former.checkpoint();
            former.pollAll();
            former.close();
            FollowRun<String> latter = new FollowRun<>(source().splitSize(33), 2, cut);
            latter.pollAll();
            assertThat(latter.records()).as("after %d", count).containsExactlyInAnyOrderElementsOf(expected);
            latter.close();
        }
    }

    @Test
    void aCheckpointKnowsFilesThatWereRenamedWhileNothingRan() throws Exception {
        append(log, "1\n2\n3\n");
        FollowRun<String> former = run();
        former.poll(0, 2);
        FollowRun.Checkpoint<String> cut = former.checkpoint();
        former.close();
        append(log, "4\n");
        Files.move(log, dir.resolve("app.log.1"));
        append(log, "5\n");
        FollowRun<String> latter = new FollowRun<>(source(), 1, cut);
        latter.pollAll();
        assertThat(latter.records()).containsExactlyInAnyOrder("1", "2", "3", "4", "5");
    }

    @Test
    void tablesAreFollowedWithTheHeaderOfEachFile() throws Exception {
        Path first = dir.resolve("1.csv");
        append(first, "b,a\n1,x\n");
        FollowRun<Row> run = new FollowRun<>(FileSource.csv(dir, Row.class).monitorContinuously(SECOND), 1);
        append(first, "2,y\n");
        append(dir.resolve("2.csv"), "a,b\nz,3\n");
        run.pollAll();
        run.look();
        run.pollAll();
        assertThat(run.records()).containsExactly(new Row("x", 1), new Row("y", 2), new Row("z", 3));
        assertThatThrownBy(() -> FileSource.csv(dir, Row.class).multiline().monitorContinuously(SECOND))
                .isInstanceOf(JobDefinitionException.class);
        assertThatThrownBy(() -> FileSource.csv(dir, Row.class)
                        .monitorContinuously(SECOND)
                        .multiline())
                .isInstanceOf(JobDefinitionException.class);
    }

    @Test
    void aLineWithoutEndIsNotWaitedForForEver() throws Exception {
        append(log, "x".repeat(101));
        LineSource source = source().maxLineLength(100);
        FollowRun<String> run = new FollowRun<>(source, 1);
        append(log, "xx");
        assertThatThrownBy(run::look).hasMessageContaining("longer than 100 bytes");
    }

    @Test
    void aReplacedFileIsReadFromItsBeginning() throws Exception {
        append(log, "1\n");
        FollowRun<String> run = run().pollAll();
        append(temp.resolve("next"), "2\n");
        Files.move(temp.resolve("next"), log, StandardCopyOption.REPLACE_EXISTING);
        assertThat(next(run)).containsExactly("2");
    }
}
