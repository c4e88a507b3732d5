package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.itests.container.Directories;
import io.github.foggara.itests.container.Distribution;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Script;
import io.github.foggara.itests.container.WordTexts;
import io.github.foggara.itests.job.Hang;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code foggara run} as a user types it: exit codes, the two output streams, and what stays on disk. */
class RunCommandIT {
    private final Path work = Distribution.workDirectory("RunCommandIT");
    private final Script foggara = new Script(work);
    private Path input;

    @BeforeEach
    void text() {
        input = WordTexts.write(work.resolve("text.txt"), 3, 30_000);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void wordsAreCounted(int parallelism) {
        Map<String, Long> expected = WordTexts.expected(input);

        Script.Result result = foggara.run(
                "run", "word-count", "--input", "text.txt", "--output", "out", "--parallelism", "" + parallelism);

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(WordTexts.output(work.resolve("out"))).isEqualTo(expected);
        assertThat(Directories.files(work.resolve("out"))).hasSize(parallelism);
        List<String> top = expected.entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .limit(10)
                .map(e -> e.getValue() + " " + e.getKey())
                .toList();
        List<String> lines = result.out()
                .lines()
                .map(line -> line.strip().replaceAll("\\s+", " "))
                .toList();
        assertThat(lines.subList(0, lines.size() - 1))
                .as("sinks report in the order of the program")
                .isEqualTo(top);
        assertThat(lines.get(lines.size() - 1))
                .startsWith("Wrote " + expected.size() + " records in " + parallelism + " part");
        assertThat(result.err()).contains("Job word-count finished in", "VERTEX", "RECORDS IN");
        assertNothingElseIsLeft();
    }

    @Test
    void aMissingInputIsNamed() {
        Script.Result result = foggara.run("run", "word-count", "--input", "absent.txt", "--output", "out");

        assertFailed(result, 1, "absent.txt");
        assertThat(result.err()).as("a mistake of the user, not of the engine").doesNotContain("\tat ", "WARN");
    }

    @Test
    void anUnreadableInputIsNamed() {
        assertFailed(
                foggara.run("run", "word-count", "--input", "text.txt/inside", "--output", "out"),
                1,
                "text.txt/inside");
    }

    @Test
    void aMissingArgumentIsNamed() {
        assertFailed(foggara.run("run", "word-count"), 1, "'input' is missing", "--input");
    }

    @Test
    void aMistypedArgumentIsNamed() {
        assertFailed(
                foggara.run("run", "word-count", "--input", "text.txt", "--ouput", "out"),
                1,
                "no argument 'ouput'",
                "Did you mean 'output'?");
    }

    @Test
    void aPatternWithoutMatchesIsNamed() {
        assertFailed(foggara.run("run", "word-count", "--input", "*.none", "--output", "out"), 1, "*.none");
    }

    @Test
    void anUnknownJobListsTheKnownOnes() {
        assertFailed(foggara.run("run", "word-cuont"), 2, "'word-cuont'", "csv-report", "word-count");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "abc"})
    void aBadParallelismIsRefused(String value) {
        Script.Result result =
                foggara.run("run", "word-count", "--input", "text.txt", "--output", "out", "--parallelism", value);

        assertFailed(result, 2, "parallelism", "'" + value + "'", "from 1 to 32768");
    }

    @Test
    void anOutputThatIsNotEmptyIsNotTouched() throws IOException {
        Path output = Files.createDirectory(work.resolve("out"));
        Files.writeString(output.resolve("mine.txt"), "keep me");

        Script.Result result = foggara.run("run", "word-count", "--input", "text.txt", "--output", "out");

        assertThat(result.code()).isEqualTo(1);
        assertThat(result.err()).contains(output.toString(), "not empty");
        assertThat(Directories.files(output)).containsExactly("mine.txt");
    }

    @Test
    void aUserFunctionThatThrowsIsShownWithItsPlace() {
        Script.Result result = foggara.run("run", "failing");

        assertFailed(result, 1, "java.lang.IllegalStateException: seven is not accepted", "Jobs.fail(Jobs.java:");
        assertThat(result.err()).contains("failing", "subtask");
    }

    @Test
    void aMalformedCsvLineIsNamedWithItsPlace() throws IOException {
        Files.writeString(
                work.resolve("bad.csv"), "region,category,quantity,price\nnorth,pipe,1,2\nsouth,pipe,many,3\n");

        Script.Result result = foggara.run("run", "csv-report", "--input", "bad.csv", "--output", "out");

        assertFailed(result, 1, "bad.csv");
        assertThat(result.err())
                .containsPattern("line 3|:3")
                .contains("--malformed skip")
                .doesNotContain("OnMalformed");

        Script.Result skipped = foggara.run("run", "csv-report", "--input", "bad.csv", "--malformed", "skip");

        assertThat(skipped.code()).as(skipped.err()).isZero();
        assertThat(skipped.out()).contains("north");
        assertThat(skipped.err()).contains("skipped 1 malformed", "bad.csv");
    }

    @Test
    void ctrlCCancelsAndSaysSo() {
        Script.Started started =
                foggara.start("run", "gated", "--gate", work.resolve("never").toString(), "--output", "out");
        Eventually.get("the job runs", started::err, text -> text.contains("records/s"));

        started.interrupt();
        Script.Result result = Script.result(started);

        assertFailed(result, 130, "Canceling job gated", "Job gated is canceled");
    }

    @Test
    void aSecondCtrlCEndsTheProcessAtOnce() {
        String never = work.resolve("never").toString();
        Script.Started started =
                foggara.start("run", "hanging", "--gate", never, "-Dtask.cancellation.timeout=1 h", "--name", "stuck");
        Eventually.isTrue("the job hangs", () -> Files.deleteIfExists(Hang.hangs(Path.of(never))));
        started.interrupt();
        Eventually.get("the job is being canceled", started::err, text -> text.contains("Canceling job stuck"));

        Script.Result result = interruptUntilItEnds(started);

        assertThat(result.code()).isEqualTo(130);
        assertThat(result.err()).contains("foggara: interrupted again; the job was not canceled cleanly");
        assertThat(result.err()).doesNotContain("is canceled", "did not end");
        assertThat(result.out()).isEmpty();
    }

    /** As a user does who presses Ctrl-C more than once. */
    private static Script.Result interruptUntilItEnds(Script.Started started) {
        Eventually.isTrue("the process ends", () -> {
            started.interrupt();
            return started.process().waitFor(200, TimeUnit.MILLISECONDS);
        });
        return Script.result(started);
    }

    @Test
    void whatAKilledRunLeftBesideItsOutputGoesWithTheNext() throws IOException {
        String[] gated = {"run", "gated", "--gate", work.resolve("never").toString(), "--output", "out"};
        Script.Started killed = foggara.start(gated);
        Eventually.get("the job runs", killed::err, text -> text.contains("records/s"));
        Script.signal("KILL", killed.process().pid());
        Script.result(killed);
        List<String> left = workingDirectories();
        assertThat(left).hasSize(1);
        Script.Started living = foggara.start(gated);
        Eventually.get("the next runs", living::err, text -> text.contains("records/s"));
        assertThat(workingDirectories()).hasSize(1).doesNotContainAnyElementsOf(left);

        Script.Result result = foggara.run("run", "word-count", "--input", "text.txt", "--output", "out");

        assertThat(result.code()).as(result.err()).isZero();
        assertThat(WordTexts.output(work.resolve("out"))).isEqualTo(WordTexts.expected(input));
        assertThat(workingDirectories()).as("that of the run that lives").hasSize(1);
        living.interrupt();
        assertThat(Script.result(living).code()).isEqualTo(130);
        assertThat(workingDirectories()).isEmpty();
    }

    private List<String> workingDirectories() throws IOException {
        try (Stream<Path> entries = Files.list(work)) {
            return entries.map(path -> path.getFileName().toString())
                    .filter(name -> name.startsWith(".out.foggara-"))
                    .toList();
        }
    }

    @Test
    void aTaskThatNeverReturnsDoesNotKeepTheProcess() throws IOException {
        Script.Started started = foggara.start(
                "run",
                "hanging",
                "--gate",
                work.resolve("never").toString(),
                "-Dtask.cancellation.interval=100 ms",
                "-Dtask.cancellation.timeout=500 ms");
        Eventually.isTrue("the job hangs", () -> Files.deleteIfExists(Hang.hangs(work.resolve("never"))));

        started.interrupt();
        Script.Result result = Script.result(started);

        assertFailed(result, 130, "Job hanging is canceled", "hanging");
    }

    @Test
    void helpIsAResultAndVersionToo() {
        Script.Result help = foggara.run("run", "--help");
        assertThat(help.code()).isZero();
        assertThat(help.out()).contains("Usage: foggara run JOB");
        assertThat(foggara.run("version").out()).startsWith("foggara ");
    }

    private void assertFailed(Script.Result result, int code, String... words) {
        assertThat(result.err()).contains(words);
        assertThat(result.code()).isEqualTo(code);
        assertThat(result.out()).isEmpty();
        assertThat(work.resolve("out")).doesNotExist();
        assertNothingElseIsLeft();
    }

    private void assertNothingElseIsLeft() {
        assertThat(Directories.files(work.resolve("tmp"))).isEmpty();
        assertThat(Directories.files(work))
                .allMatch(name -> name.matches("(conf|deploy|log|out)/.*|std(out|err)\\d+\\.txt|text\\.txt|bad\\.csv"));
    }
}
