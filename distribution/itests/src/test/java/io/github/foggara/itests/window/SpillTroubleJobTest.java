package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.window.TroubledDisk.Trouble;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Jobs whose disk is in trouble. The attempt fails and says where; once the trouble is over the next one is exact; another job goes on
 * all the while; and nothing is left of those that have ended.
 */
@Timeout(240)
class SpillTroubleJobTest {
    /** The number behind it has no divisor in common with the factor of {@link #line}. */
    private static final long COUNT = 20_000;

    private static final long ALL_DAY = 200_000;
    private static final String PADDING = "-".repeat(60);
    private static final Duration SOON = Duration.ofSeconds(5);

    @TempDir
    private static Path root;

    private static TroubledDisk disk;
    private static LocalEngine engine;
    /** That no other job holds. */
    private static long memory;

    enum Mode {
        BATCH,
        STREAMING;

        Map<String, String> options(String... more) {
            Map<String, String> options =
                    this == BATCH ? WindowCheckpointTest.batch(more) : WindowCheckpointTest.options(more);
            options.put("restart-strategy.fixed-delay.attempts", "1000");
            return options;
        }
    }

    @BeforeAll
    static void open() throws Exception {
        disk = new TroubledDisk();
        engine = new LocalEngine(root, Map.of(), disk);
        engine.start(
                "bystander",
                (env, parameters) -> env.fromSequence(1, ALL_DAY)
                        .map(new Valve.Through<Long>("bystander"))
                        .returns(Long.class)
                        .fullWindowPartition()
                        .sortPartition("*", Order.ASCENDING)
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(root.resolve("bystander"))),
                Map.of("execution.sort-partition.memory", "32 mb"));
        Valve.of("bystander").awaitRecords(1);
        memory = engine.freeMemory();
    }

    @AfterAll
    static void theOtherJobHasSeenNothingOfIt() throws Exception {
        Valve.of("bystander").open();
        JobInfo info = engine.end("bystander");
        engine.close();
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(info.incidents()).isEmpty();
        assertThat(Output.lines(root.resolve("bystander")))
                .isEqualTo(LongStream.rangeClosed(1, ALL_DAY)
                        .mapToObj(Long::toString)
                        .toList());
    }

    /** Each job spills into a directory of its own: one from which damaged blocks came is not trusted any more. */
    private static Path spill(String name) {
        return root.resolve("spill-" + name);
    }

    private static DataStream<String> lines(StreamEnvironment env, String valve, long count) {
        return env.fromSequence(1, count)
                .uid("numbers")
                .map(new Valve.Through<Long>(valve))
                .returns(Long.class)
                .uid("in")
                .map(SpillTroubleJobTest::line)
                .rebalance();
    }

    /** Long enough to spill, and not in order. */
    private static String line(Long number) {
        return 1_000_000 + number * 7_919 % (COUNT + 1) + PADDING;
    }

    private static JobProgram sort(String name, long count) {
        return (env, parameters) -> lines(env, name, count)
                .fullWindowPartition()
                .sortPartition("*", Order.ASCENDING)
                .uid("sort")
                .sinkTo(FileSink.lines(root.resolve(name)))
                .uid("out");
    }

    private static JobProgram map(String name) {
        return (env, parameters) -> lines(env, name, COUNT)
                .fullWindowPartition()
                .mapPartition(new Same())
                .uid("map")
                .sinkTo(FileSink.lines(root.resolve(name)))
                .uid("out");
    }

    private static final class Same implements MapPartitionFunction<String, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void mapPartition(Iterable<String> records, Collector<String> out) {
            records.forEach(out::collect);
        }
    }

    private static List<String> arrived() {
        return LongStream.rangeClosed(1, COUNT)
                .mapToObj(SpillTroubleJobTest::line)
                .toList();
    }

    private static List<String> sorted() {
        return arrived().stream().sorted().toList();
    }

    /** What is left of a job, of its files, threads and memory, in words; and whatever works for a sort or a spool. */
    private static List<String> residue(String job) {
        List<String> left = new ArrayList<>();
        String[] files = spill(job).toFile().list();
        if (files != null) {
            left.addAll(List.of(files));
        }
        if (engine.freeMemory() != memory) {
            left.add(memory - engine.freeMemory() + " bytes of memory");
        }
        Thread.getAllStackTraces().forEach((thread, stack) -> {
            boolean works = Arrays.stream(stack)
                    .map(StackTraceElement::getClassName)
                    .anyMatch(name -> name.startsWith("io.github.foggara.sorter.")
                            || name.startsWith("io.github.foggara.window."));
            if (thread.getName().contains(job) || works && !thread.getName().startsWith("bystander/")) {
                left.add("thread " + thread.getName());
            }
        });
        return left;
    }

    private static void assertNothingIsLeft(String job) {
        Eventually.get("nothing is left of " + job, SOON, () -> residue(job), List::isEmpty);
    }

    private static IncidentInfo firstFailure(LocalEngine of, String name) {
        return Eventually.get(
                        "an attempt of " + name + " fails",
                        LocalEngine.LIMIT,
                        () -> of.jobs().job(name).orElseThrow().incidents(),
                        incidents -> !incidents.isEmpty())
                .get(0);
    }

    private static String cause(IncidentInfo incident) {
        return incident.failures().get(0).cause();
    }

    private static void assertExact(LocalEngine of, String name, List<String> expected) throws Exception {
        JobInfo info = of.end(name);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(Output.lines(root.resolve(name)).equals(expected))
                .as("exact")
                .isTrue();
    }

    private static void check(String name, JobProgram program, Trouble trouble, Mode mode, List<String> expected)
            throws Exception {
        engine.start(name, program, mode.options("sort.spill.dirs", spill(name).toString()));
        Valve.of(name).awaitRecords(20);
        if (mode == Mode.STREAMING) {
            assertThat(engine.jobs().triggerCheckpoint(name, LocalEngine.LIMIT).failure())
                    .isEmpty();
        }
        disk.begin(trouble);
        Valve.of(name).open();
        IncidentInfo failure = firstFailure(engine, name);
        Valve.of("bystander").awaitRecords(10);
        disk.end();
        assertThat(cause(failure)).contains(spill(name).toString()).contains(trouble.words());
        assertExact(engine, name, expected);
        assertNothingIsLeft(name);
    }

    /** I17, I18, R9, I11. */
    @ParameterizedTest
    @CsvSource({
        "FULL, BATCH", "FULL, STREAMING",
        "READ_ONLY, BATCH", "READ_ONLY, STREAMING",
        "GONE, BATCH", "GONE, STREAMING",
        "DAMAGED, BATCH", "DAMAGED, STREAMING"
    })
    void aSortIsExactOnceTheTroubleIsOver(Trouble trouble, Mode mode) throws Exception {
        String name = "sort-" + trouble.ordinal() + "-" + mode.ordinal();
        check(name, sort(name, COUNT), trouble, mode, sorted());
    }

    /** The same of what a function emits before the end of its input. */
    @ParameterizedTest
    @CsvSource({"FULL, BATCH", "FULL, STREAMING", "GONE, BATCH"})
    void aSpoolIsExactOnceTheTroubleIsOver(Trouble trouble, Mode mode) throws Exception {
        String name = "map-" + trouble.ordinal() + "-" + mode.ordinal();
        check(name, map(name), trouble, mode, arrived());
    }

    /** Scenario 13. */
    @ParameterizedTest
    @CsvSource({"BATCH", "STREAMING"})
    void aCancelInTheMiddleOfASpillLeavesNothing(Mode mode) throws Exception {
        String name = "cancelled-" + mode.ordinal();
        TroubledDisk.Pause pause = disk.pause();
        try {
            engine.start(
                    name,
                    sort(name, Long.MAX_VALUE / 8_000),
                    mode.options("sort.spill.dirs", spill(name).toString()));
            Valve.of(name).open();
            pause.awaitWrite();
            assertThat(spill(name).toFile().list()).isNotEmpty();
            engine.jobs().cancel(name);
        } finally {
            pause.end();
        }
        assertThat(engine.jobs().awaitTermination(name, SOON).orElseThrow().state())
                .isEqualTo(JobStatus.CANCELED);
        assertNothingIsLeft(name);
        assertThat(root.resolve(name)).doesNotExist();
    }

    /** A job that is not restarted. */
    @ParameterizedTest
    @CsvSource({"BATCH", "STREAMING"})
    void aFailureForGoodLeavesNothing(Mode mode) throws Exception {
        String name = "failed-" + mode.ordinal();
        Map<String, String> options =
                mode.options("sort.spill.dirs", spill(name).toString(), "restart-strategy.type", "none");
        disk.begin(Trouble.FULL);
        Valve.of(name).open();
        JobInfo info;
        try {
            info = engine.run(name, sort(name, COUNT), options);
        } finally {
            disk.end();
        }
        assertThat(info.state()).isEqualTo(JobStatus.FAILED);
        assertThat(info.cause().orElseThrow()).contains(spill(name).toString()).contains(Trouble.FULL.words());
        assertNothingIsLeft(name);
        assertThat(root.resolve(name)).doesNotExist();
    }

    /** Scenario 15: as soon as the container allows more, the job's own restart succeeds. */
    @Test
    void withALargerQuotaTheRestartIsExact() throws Exception {
        try (LocalEngine small = new LocalEngine(root.resolve("small"), Map.of("sort.spill.max-bytes", "256 kb"))) {
            Valve.of("quota").open();
            small.start("quota", sort("quota", COUNT), Mode.STREAMING.options());
            assertThat(cause(firstFailure(small, "quota")))
                    .contains(small.spill().toString())
                    .contains("sort.spill.max-bytes");
            small.defaults(Map.of("sort.spill.max-bytes", "64 mb"));
            assertExact(small, "quota", sorted());
        }
    }
}
