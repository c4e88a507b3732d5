package io.github.foggara.connector.file.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommittableTest {
    @TempDir
    Path dir;

    @Test
    void survivesItsBytes() {
        Committable part = new Committable("part-00012.csv.3-4-attempt", 5_000_000_000L, 17);
        assertThat(Committable.decode(part.encode(), "csv")).isEqualTo(part);
        assertThat(part.published("csv")).isEqualTo("part-00012.csv");
        ExecutionAttemptId id = new ExecutionAttemptId(new JobId(1, 2), 3, 12, 4);
        assertThat(PartName.attempt(id, "csv")).isEqualTo("part-00012.csv.3-4-attempt");
    }

    @Test
    void aPartOfACheckpointHasItsNumber() {
        ExecutionAttemptId id = new ExecutionAttemptId(new JobId(1, 2), 3, 12, 4);
        String name = PartName.attempt(id, 17, "csv");
        assertThat(name).isEqualTo("part-00012-000017.csv.3-4-attempt");
        assertThat(PartName.isAttempt(name)).isTrue();
        String published = PartName.published(name, "csv");
        assertThat(published).isEqualTo("part-00012-000017.csv");
        assertThat(PartName.checkpoint(published)).hasValue(17);
        assertThat(PartName.checkpoint("part-00012.csv")).isEmpty();
        assertThat(PartName.checkpoint("part-00012-9999999999999999999.csv")).isEmpty();
        assertThat(PartName.published(PartName.attempt(id, Long.MAX_VALUE, "csv"), "csv"))
                .isEqualTo("part-00012-9223372036854775807.csv");
        assertThat(PartName.isPublished(published, "csv")).isTrue();
        assertThat(PartName.isPublished(published, "txt")).isFalse();
        assertThat(PartName.isPublished(name, "csv")).isFalse();
    }

    @Test
    void aNameThatIsNotOneOfAPartIsRefused() {
        for (String name : List.of(
                "../part-00000.csv.0-0-attempt",
                "part-00000.csv.0-0-attempt/../../x",
                "/etc/passwd",
                "part-00000.csv",
                "part-00000.txt.0-0-attempt",
                "part-0.csv.0-0-attempt",
                "part-00000.csv.0-0-attempt\n",
                "")) {
            assertThatThrownBy(() -> Committable.decode(new Committable(name, 1, 1).encode(), "csv"))
                    .as(name)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("not the name of a part");
        }
    }

    @Test
    void everyTruncationAndAnythingBehindIsRefused() {
        byte[] bytes = new Committable("part-00000.csv.0-0-attempt", 1, 1).encode();
        for (int length = 0; length < bytes.length; length++) {
            byte[] cut = Arrays.copyOf(bytes, length);
            assertThatThrownBy(() -> Committable.decode(cut, "csv")).isInstanceOf(IllegalArgumentException.class);
        }
        byte[] longer = Arrays.copyOf(bytes, bytes.length + 1);
        assertThatThrownBy(() -> Committable.decode(longer, "csv")).hasMessageContaining("1 bytes left");
        bytes[0] = 9;
        assertThatThrownBy(() -> Committable.decode(bytes, "csv")).hasMessageContaining("version 9");
    }

    @Test
    void twoAttemptsOfOnePartAreRefused() {
        FileSinkCommitter committer = new FileSinkCommitter(dir.resolve("out"), "csv", new SinkPlace());
        List<byte[]> parts = List.of(
                new Committable("part-00000.csv.0-0-attempt", 1, 1).encode(),
                new Committable("part-00000.csv.0-1-attempt", 1, 1).encode());
        assertThatThrownBy(() -> committer.commit(parts)).hasMessageContaining("Two attempts");
    }
}
