package io.github.foggara.connector.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.job.JobDefinitionException;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JsonLinesSourceTest {
    record Point(int x, int y) {}

    record Event(
            String name,
            long id,
            Double value,
            Instant at,
            List<Point> points,
            Map<String, BigDecimal> sums,
            Set<String> tags) {}

    record Tree(String name, List<Tree> children) {}

    @TempDir
    Path dir;

    @Test
    void objectsBecomeRecords() throws Exception {
        Path file = write(
                "{\"id\": 9007199254740993, \"name\":\"ä\\n\", \"at\":\"2024-01-01T00:00:00Z\", \"extra\":{\"a\":[1]},"
                        + "\"points\":[{\"x\":1,\"y\":2},null], \"sums\":{\"k\":1.10}, \"tags\":[\"a\",\"a\"]}\r\n"
                        + " \n{\"name\":null,\"id\":\"7\",\"value\":1}");
        assertThat(SourceRun.all(FileSource.jsonLines(file, Event.class)))
                .containsExactly(
                        new Event(
                                "ä\n",
                                9007199254740993L,
                                null,
                                Instant.parse("2024-01-01T00:00:00Z"),
                                Arrays.asList(new Point(1, 2), null),
                                Map.of("k", new BigDecimal("1.10")),
                                Set.of("a")),
                        new Event(null, 7, 1.0, null, null, null, null));
    }

    @Test
    void aRecordMayContainItsOwnType() throws Exception {
        Path file = write("{\"name\":\"a\",\"children\":[{\"name\":\"b\"}]}");
        assertThat(SourceRun.all(FileSource.jsonLines(file, Tree.class)))
                .containsExactly(new Tree("a", List.of(new Tree("b", null))));
    }

    @Test
    void everySplitSizeGivesTheSameRecords() throws Exception {
        StringBuilder text = new StringBuilder("\uFEFF");
        List<Point> expected = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            text.append("{\"x\":").append(i).append(",\"y\":").append(-i).append("}\n");
            expected.add(new Point(i, -i));
        }
        Path file = write(text.toString());
        for (int size = 1; size <= text.length(); size++) {
            assertThat(SourceRun.all(FileSource.jsonLines(file, Point.class).splitSize(size)))
                    .as("split size %d", size)
                    .isEqualTo(expected);
        }
    }

    @Test
    void malformedLinesAreNamedOrSkipped() throws Exception {
        assertMalformed("{\"x\":1,\"y\":2", "it is not JSON");
        assertMalformed("[1]", "it is not a JSON object");
        assertMalformed("{\"x\":1}", "'y' is empty");
        assertMalformed("{\"x\":1,\"y\":null}", "'y' is empty");
        assertMalformed("{\"x\":1,\"y\":2.5}", "'y' must be a whole number (int), not '2.5'");
        assertMalformed("{\"x\":1,\"y\":[2]}", "'y' must be a single value, not an array");
        assertMalformed("{\"x\":1,\"y\":2} {}", "something follows");
        assertMalformed("{\"x\":1,\"x\":1,\"y\":2}", "'x' stands there twice");
        assertMalformed("{\"x\":1,\"y\":2} junk", "it is not JSON");
        assertMalformed("\u0000{\"x\":1,\"y\":2}", "it is not JSON");
    }

    private void assertMalformed(String line, String reason) throws Exception {
        Path file = write("{\"x\":0,\"y\":0}\n" + line + "\n{\"x\":3,\"y\":3}\n");
        assertThatThrownBy(() -> SourceRun.all(FileSource.jsonLines(file, Point.class)))
                .as(line)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + file + "', line 2: ")
                .hasMessageContaining(reason);
        assertThat(SourceRun.all(FileSource.jsonLines(file, Point.class).onMalformed(OnMalformed.SKIP)))
                .as(line)
                .containsExactly(new Point(0, 0), new Point(3, 3));
    }

    @Test
    void bytesThatAreNotUtf8AreMalformed() throws Exception {
        Path file = dir.resolve("bad.jsonl");
        byte[] line = RandomTexts.bytes("{\"name\":\"abc\",\"children\":[]}\n");
        line[10] = (byte) 0xC3;
        Files.write(file, line);
        assertThatThrownBy(() -> SourceRun.all(FileSource.jsonLines(file, Tree.class)))
                .hasMessageContaining("line 1")
                .hasMessageContaining("UTF-8");
    }

    @Test
    void longTextsAreRead() throws Exception {
        String large = "x".repeat(25_000_000);
        Path file = write("{\"name\":\"" + large + "\"}\n");
        assertThat(SourceRun.all(FileSource.jsonLines(file, Tree.class)).get(0).name())
                .hasSize(large.length());
    }

    @Test
    void typesThatJsonIsNotBoundToAreRefusedWhenTheJobIsBuilt() {
        record Bad(Map<Integer, String> map) {}
        assertThatThrownBy(() -> FileSource.jsonLines("x", Bad.class))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'map'")
                .hasMessageContaining("Map<String, …>");
    }

    private Path write(String text) throws IOException {
        return Files.write(Files.createTempFile(dir, "t", ".jsonl"), RandomTexts.bytes(text));
    }
}
