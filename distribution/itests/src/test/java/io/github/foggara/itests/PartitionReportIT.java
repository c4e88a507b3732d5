package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.PartitionInputs;
import io.github.foggara.itests.container.PartitionInputs.Request;
import io.github.foggara.itests.container.PartitionInputs.Visit;
import io.github.foggara.itests.container.Script;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The examples of full-partition windows as a user runs them, with results by another way than theirs. {@code -Dseed=N} repeats the input. */
class PartitionReportIT {
    /** So that twenty times as much has to be spilled. */
    private static final String LITTLE_MEMORY = "-Dexecution.sort-partition.memory=1 mb";

    private static final int LINES_BYTES = 20 << 20;

    private final long seed = Long.getLong("seed", System.nanoTime());
    private final PartitionInputs inputs = new PartitionInputs(seed);
    private final Path work = Distribution.workDirectory("PartitionReportIT");
    private final Path spill = Directories.make(work.resolve("spill"));
    private final Script foggara = new Script(work);

    @BeforeEach
    void tellSeed() {
        System.out.println("PartitionReportIT seed " + seed);
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "3"})
    void linesThatDoNotFitIntoMemoryAreSorted(String parallelism) throws IOException {
        List<String> lines = inputs.lines(LINES_BYTES);
        Files.write(work.resolve("lines.txt"), lines);

        Script.Result result = sort("--parallelism", parallelism, LITTLE_MEMORY);

        assertThat(result.code()).as(result.err()).isZero();
        Collections.sort(lines);
        assertSame(rows(work.resolve("sorted"), 0), lines);
        assertNothingIsLeft();
    }

    @Test
    void descendingIsTheReverse() throws IOException {
        List<String> lines = inputs.lines(1 << 20);
        Files.write(work.resolve("lines.txt"), lines);

        Script.Result result = sort("--order", "descending");

        assertThat(result.code()).as(result.err()).isZero();
        lines.sort(Collections.reverseOrder());
        assertSame(rows(work.resolve("sorted"), 0), lines);
        assertNothingIsLeft();
    }

    @Test
    void aSortThatMayNotSpillSoMuchSaysWhatToDo() throws IOException {
        Files.write(work.resolve("lines.txt"), inputs.lines(LINES_BYTES));

        Script.Result result = sort(LITTLE_MEMORY, "-Dsort.spill.max-bytes=2 mb");

        assertThat(result.code()).as(result.err()).isEqualTo(1);
        assertThat(result.err()).contains("sort.spill.max-bytes", spill.toString(), "raise that limit");
        assertThat(work.resolve("sorted")).doesNotExist();
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void servicesHaveTheirPercentilesAndTheirSlowestRequests(String parallelism) throws IOException {
        List<Request> requests = inputs.requests(20_000);
        Files.write(work.resolve("requests.csv"), PartitionInputs.csv("service,milliseconds,url", requests));

        Script.Result result = run("latency-report", "--input", "requests.csv", "--parallelism", parallelism);

        assertThat(result.code()).as(result.err()).isZero();
        Path output = work.resolve("latency-report");
        assertThat(sorted(rows(output.resolve("services"), 1)))
                .as("seed %d", seed)
                .isEqualTo(inputs.latencies(requests));
        assertThat(rows(output.resolve("slowest"), 1))
                .as("seed %d", seed)
                .containsExactlyInAnyOrderElementsOf(inputs.slowest(requests, 3));
        assertThat(result.out().lines().toList()).element(0).asString().startsWith("service ");
        assertNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "2"})
    void sessionsAreCutWhereTheUserPausedHoweverTheVisitsAreOrdered(String parallelism) throws IOException {
        List<Visit> visits = inputs.visits(20_000);
        Files.write(work.resolve("visits.csv"), PartitionInputs.csv("user,time,page", visits));

        Script.Result result = run("sessions", "--input", "visits.csv", "--gap", "10", "--parallelism", parallelism);

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(sorted(rows(work.resolve("sessions"), 1)))
                .as("seed %d", seed)
                .isEqualTo(sorted(inputs.sessions(visits, 600)));
        assertNothingIsLeft();
    }

    private Script.Result sort(String... more) {
        List<String> words =
                new ArrayList<>(List.of("run", "sort-lines", "--input", "lines.txt", "--output", "sorted"));
        words.add("-Dsort.spill.dirs=" + spill);
        words.addAll(List.of(more));
        return foggara.run(words.toArray(String[]::new));
    }

    /** The output has the name of the job. */
    private Script.Result run(String job, String... more) {
        List<String> words = new ArrayList<>(List.of("run", job, "--output", job, "-Dsort.spill.dirs=" + spill));
        words.addAll(List.of(more));
        return foggara.run(words.toArray(String[]::new));
    }

    /** Of all parts, one behind the other in the order of their names, without as many header rows. */
    private static List<String> rows(Path output, int headers) throws IOException {
        List<String> rows = new ArrayList<>();
        for (String part : Directories.files(output)) {
            List<String> lines = Files.readAllLines(output.resolve(part));
            rows.addAll(lines.subList(headers, lines.size()));
        }
        return rows;
    }

    private static List<String> sorted(List<String> rows) {
        return rows.stream().sorted().toList();
    }

    /** Says one line, not all. */
    private void assertSame(List<String> actual, List<String> expected) {
        assertThat(actual.size()).as("lines, seed %d", seed).isEqualTo(expected.size());
        for (int i = 0; i < expected.size(); i++) {
            if (!actual.get(i).equals(expected.get(i))) {
                assertThat(actual.get(i)).as("line %d, seed %d", i, seed).isEqualTo(expected.get(i));
            }
        }
    }

    private void assertNothingIsLeft() {
        assertThat(Directories.files(spill)).isEmpty();
        assertThat(Directories.files(work.resolve("tmp"))).isEmpty();
        assertThat(Directories.files(work.resolve("data"))).isEmpty();
    }
}
