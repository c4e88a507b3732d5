package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files change or cannot be read between a look and the hand-out of what it found. */
class FollowTroubleTest {
    @TempDir
    Path temp;

    private Path dir;
    private Path log;

    @BeforeEach
    void directory() throws IOException {
        dir = Files.createDirectory(temp.resolve("logs"));
        log = dir.resolve("app.log");
        // The only reader is busy with it, so the other one waits.
        append(dir.resolve("a.log"), "a\n");
    }

    private LineSource source(Path pattern) {
        return FileSource.lines(pattern).monitorContinuously(Duration.ofSeconds(1));
    }

    private FollowRun<String> run(LineSource source) throws Exception {
        return new FollowRun<>(source, 1);
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

    /** In place, as copytruncate does, and longer than before when it is looked at again. */
    @Test
    void aFileThatIsTruncatedAndGrowsBeforeItIsHandedOutIsMissed() throws Exception {
        append(log, "first 1\nfirst 2\n");
        FollowRun<String> run = run(source(dir));
        FollowRun<String> lenient = run(source(dir).onLost(OnLost.SKIP));
        Files.writeString(log, "another line\nand one more\n");
        assertThatThrownBy(run::look).hasMessageContaining("'" + log + "' was overwritten");
        assertThat(next(lenient)).containsExactly("a", "another line", "and one more");
    }

    @Test
    void aFileThatIsTruncatedBeforeItIsHandedOutIsMissed() throws Exception {
        append(log, "first 1\nfirst 2\n");
        FollowRun<String> run = run(source(dir));
        FollowRun<String> lenient = run(source(dir).onLost(OnLost.SKIP));
        Files.writeString(log, "new\n");
        assertThatThrownBy(run::look).hasMessageContaining("'" + log + "' was truncated from at least 16 to 4 bytes");
        assertThat(next(lenient)).containsExactly("a", "new");
    }

    /** Of what was handed out all is there, of what was found behind it not. */
    @Test
    void aFileThatIsCutBehindWhatWasHandedOutIsMissed() throws Exception {
        FollowRun<String> run = run(source(dir).splitSize(2)).pollAll();
        append(log, "1\n2\n3\n");
        run.look();
        assertThat(run.assigned.get(1).end()).isEqualTo(2);
        Files.writeString(log, "1\n2\n");
        assertThatThrownBy(run::look).hasMessageContaining("was truncated from at least 6 to 4 bytes");
    }

    @Test
    void aCheckpointKnowsHowAFileBeginsThatWasNotHandedOut() throws Exception {
        FollowRun<String> former = run(source(dir));
        append(log, "first 1\nfirst 2\n");
        former.look();
        FollowRun.Checkpoint<String> cut = former.checkpoint();
        FollowRun<String> latter = new FollowRun<>(source(dir), 1, cut);
        latter.pollAll();
        assertThat(latter.records()).containsExactlyInAnyOrder("a", "first 1", "first 2");
        for (String text : List.of("new\n", "another line\nand one more\n")) {
            Files.writeString(log, text);
            assertThatThrownBy(() -> new FollowRun<>(source(dir), 1, cut)).hasMessageContaining("'" + log + "' was ");
        }
    }

    /** A line that has no end yet was not promised to anybody. */
    @Test
    void anUnfinishedLineMayBeTakenBack() throws Exception {
        append(log, "1\nunfinished");
        FollowRun<String> run = run(source(dir)).pollAll();
        Files.writeString(log, "1\n2\n");
        assertThat(next(run)).containsExactly("2");
        append(log, "3\n");
        assertThat(next(run)).containsExactly("3");
    }

    /** Nothing can be read where it was found. */
    @Test
    void whatCannotBeReadWhenItIsHandedOutIsLookedAtAgain() throws Exception {
        append(log, "1\n2\n3\n");
        FollowRun<String> run = run(source(dir).splitSize(4));
        Path renamed = Files.move(log, dir.resolve("app.log.1"));
        Files.createDirectory(log);
        assertThat(run.pollAll().records()).containsExactly("a");
        assertThat(next(run)).containsExactly("1", "2", "3");
        append(renamed, "4\n");
        assertThat(next(run)).containsExactly("4");
    }

    @Test
    void aRestartWaitsForADirectoryThatCannotBeListedForNow() throws Exception {
        FollowRun<String> former = run(source(dir)).pollAll();
        FollowRun.Checkpoint<String> cut = former.checkpoint();
        append(dir.resolve("a.log"), "b\n");
        Path away = Files.move(dir, temp.resolve("away"));
        FollowRun<String> latter = new FollowRun<>(source(dir), 1, cut);
        assertThat(next(latter)).isEmpty();
        Files.move(away, dir);
        assertThat(next(latter)).containsExactly("b");
    }

    @Test
    void aDirectoryThatIsAwayForSomeLooksLosesNothing() throws Exception {
        FollowRun<String> run = run(source(dir)).pollAll();
        append(dir.resolve("a.log"), "b\n");
        Path away = Files.move(dir, temp.resolve("away"));
        for (int look = 0; look < 3; look++) {
            assertThat(next(run)).isEmpty();
        }
        Files.move(away, dir);
        assertThat(next(run)).containsExactly("b");
    }

    @Test
    void aSingleFileIsReadOnUnderItsNewNameBeforeTheNextOneIsThere() throws Exception {
        append(log, "1\n");
        FollowRun<String> run = run(source(log)).pollAll();
        append(log, "2\n");
        Path renamed = Files.move(log, dir.resolve("app.log.1"));
        assertThat(next(run)).containsExactly("2");
        append(renamed, "3\n");
        FollowRun.Checkpoint<String> cut = run.checkpoint();
        assertThat(next(run)).containsExactly("3");
        FollowRun<String> latter = new FollowRun<>(source(log), 1, cut);
        append(log, "4\n");
        assertThat(next(latter)).containsExactly("3", "4");
        assertThat(latter.records()).containsExactly("1", "2", "3", "4");
    }
}
