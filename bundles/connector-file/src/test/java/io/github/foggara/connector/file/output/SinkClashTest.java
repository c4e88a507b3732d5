package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.connector.file.FileSink;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which sinks cannot be in one job. */
class SinkClashTest {
    @TempDir
    Path dir;

    @Test
    void oneDirectoryForTwoSinksClashesHoweverItIsWritten() throws Exception {
        Files.createDirectory(dir.resolve("real"));
        Files.createSymbolicLink(dir.resolve("link"), dir.resolve("real"));
        assertThat(csv("out").clashesWith(lines("out"))).contains("the directory '" + dir.resolve("out") + "'");
        assertThat(csv("a/../out").clashesWith(lines("out"))).isPresent();
        assertThat(csv("link/out").clashesWith(lines("real/out"))).isPresent();
        assertThat(csv("link").clashesWith(lines("real"))).isPresent();
        assertThat(csv("link/new/out").clashesWith(lines("real/new/out"))).isPresent();
    }

    @Test
    void oneDirectoryInsideTheOtherClashes() {
        assertThat(csv("out/deep").clashesWith(lines("out")).orElseThrow()).contains("lies in the other");
        assertThat(csv("out").clashesWith(lines("out/deep"))).isPresent();
    }

    @Test
    void othersDoNot() throws Exception {
        assertThat(csv("out").clashesWith(lines("out2"))).isEmpty();
        assertThat(csv("a/out").clashesWith(lines("b/out"))).isEmpty();
        assertThat(csv("out").clashesWith(new Other())).isEmpty();
        assertThat(dir).isEmptyDirectory();
    }

    @Test
    void anEmptyPathIsRefused() {
        SinkCommitter committer = FileSink.lines(Path.of("")).createCommitter(new SinkPlace());
        assertThatThrownBy(committer::open)
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("The output path is empty");
    }

    private SinkCommitter csv(String directory) {
        return FileSink.csv(dir.resolve(directory)).createCommitter(new SinkPlace());
    }

    private SinkCommitter lines(String directory) {
        return FileSink.lines(dir.resolve(directory)).createCommitter(new SinkPlace());
    }

    /** Of another connector. */
    private static final class Other implements SinkCommitter {
        @Override
        public void open() {}

        @Override
        public void commit(List<byte[]> committables) {}

        @Override
        public void abort() {}
    }
}
