package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs that crash and go on, most of them from checkpoints. */
@Timeout(300)
class WindowCheckpointTest {
    private static final int COUNT = 2_000;

    @TempDir
    private Path root;

    private LocalEngine engine;

    @BeforeEach
    void open() {
        engine = new LocalEngine(root, Map.of());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    static Map<String, String> options(String... more) {
        Map<String, String> options = new TreeMap<>(Map.of(
                "execution.runtime-mode", "STREAMING",
                "execution.checkpointing.interval", "200 ms",
                "execution.checkpointing.tolerable-failed-checkpoints", "100",
                "execution.sort-partition.memory", "96 kb",
                "execution.sort-keyed-partition.memory", "96 kb",
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "10",
                "restart-strategy.fixed-delay.delay", "10 ms"));
        for (int i = 0; i < more.length; i += 2) {
            options.put(more[i], more[i + 1]);
        }
        return options;
    }

    /** The same of a job without checkpoints. */
    static Map<String, String> batch(String... more) {
        Map<String, String> options = options(more);
        options.keySet().removeIf(key -> key.startsWith("execution.checkpointing."));
        options.put("execution.runtime-mode", "BATCH");
        return options;
    }

    /** Every operation over the numbers 1 to 2000, which drip through a valve; results drip through another one. */
    private JobProgram everything(String name) {
        Path output = root.resolve(name);
        return (env, parameters) -> {
            DataStream<Long> numbers = env.fromSequence(1, COUNT)
                    .uid("numbers")
                    .map(new Valve.Through<Long>(name))
                    .returns(Long.class)
                    .uid("in");
            sorted(numbers, name, output.resolve("sort"));
            numbers.fullWindowPartition()
                    .reduce(new Sums.Add())
                    .uid("reduce")
                    .map(Sums::text)
                    .sinkTo(FileSink.lines(output.resolve("reduce")))
                    .uid("reduce-out");
            numbers.fullWindowPartition()
                    .aggregate(new Sums.Sum())
                    .uid("aggregate")
                    .map(Sums::text)
                    .sinkTo(FileSink.lines(output.resolve("aggregate")))
                    .uid("aggregate-out");
            numbers.fullWindowPartition()
                    .mapPartition(new Sums.Count())
                    .uid("map")
                    .sinkTo(FileSink.lines(output.resolve("map")))
                    .uid("map-out");
            numbers.keyBy(Sums::half)
                    .fullWindowPartition()
                    .reduce(new Sums.Add())
                    .uid("keyed")
                    .map(Sums::text)
                    .sinkTo(FileSink.lines(output.resolve("keyed")))
                    .uid("keyed-out");
        };
    }

    private static void sorted(DataStream<Long> numbers, String name, Path output) {
        numbers.rebalance()
                .fullWindowPartition()
                .sortPartition("*", Order.DESCENDING)
                .uid("sort")
                .map(new Valve.Through<Long>(name + "-sorted"))
                .returns(Long.class)
                .map(Sums::text)
                .sinkTo(FileSink.lines(output))
                .uid("sort-out");
    }

    private void assertExact(String name) throws Exception {
        Path output = root.resolve(name);
        assertThat(Output.lines(output.resolve("sort")))
                .isEqualTo(LongStream.rangeClosed(1, COUNT)
                        .mapToObj(i -> Long.toString(COUNT + 1 - i))
                        .toList());
        assertThat(Output.lines(output.resolve("reduce"))).containsExactly("2001000");
        assertThat(Output.lines(output.resolve("aggregate"))).containsExactly("2001000");
        assertThat(Output.lines(output.resolve("map"))).containsExactly("2000:2001000");
        assertThat(Output.lines(output.resolve("keyed"))).containsExactlyInAnyOrder("1000000", "1001000");
    }

    private void finish(String name) throws Exception {
        Valve.of(name).open();
        Valve.of(name + "-sorted").open();
        JobInfo info = engine.end(name);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(Directories.files(engine.spill())).isEmpty();
    }

    /** A checkpoint of now, and a crash behind it. */
    private void crashAfterACheckpoint(String name, String valve) throws Exception {
        CheckpointInfo checkpoint = engine.jobs().triggerCheckpoint(name, LocalEngine.LIMIT);
        assertThat(checkpoint.failure()).isEmpty();
        Valve.of(valve).crash();
        Valve.of(valve).awaitRecords(30);
    }

    /** Scenario 11, I8, R2, R4, R5: three crashes while records arrive. */
    @Test
    void resultsAreExactAfterCrashesWhileRecordsArrive() throws Exception {
        engine.start("arriving", everything("arriving"), options());
        Valve.of("arriving").awaitRecords(100);
        for (int crash = 0; crash < 3; crash++) {
            crashAfterACheckpoint("arriving", "arriving");
        }
        finish("arriving");
        assertThat(engine.jobs().job("arriving").orElseThrow().incidents()).hasSize(3);
        assertExact("arriving");
    }

    /**
     * The same while results leave. No checkpoint is completed then, because tasks have finished their operators: the job goes on from the
     * last one before, and nothing of what had left is published.
     */
    @Test
    void resultsAreExactAfterCrashesWhileTheyLeave() throws Exception {
        engine.start("leaving", everything("leaving"), options());
        Valve.of("leaving").awaitRecords(100);
        engine.jobs().triggerCheckpoint("leaving", LocalEngine.LIMIT);
        Valve.of("leaving").open();
        Valve.of("leaving-sorted").awaitRecords(50);
        for (int crash = 0; crash < 3; crash++) {
            Valve.of("leaving-sorted").crash();
            Valve.of("leaving-sorted").awaitRecords(30);
        }
        finish("leaving");
        assertThat(engine.jobs().job("leaving").orElseThrow().incidents()).hasSize(3);
        assertExact("leaving");
    }

    /** R1, R8: without checkpoints the input is read again, and nothing is published of what had begun to leave. */
    @Test
    void resultsAreExactAfterCrashesWithoutCheckpoints() throws Exception {
        engine.start("batch", everything("batch"), batch());
        Valve.of("batch").awaitRecords(100);
        Valve.of("batch").crash();
        Valve.of("batch").awaitRecords(30);
        Valve.of("batch").open();
        Valve.of("batch-sorted").awaitRecords(50);
        Valve.of("batch-sorted").crash();
        Valve.of("batch-sorted").awaitRecords(30);
        finish("batch");
        assertThat(engine.jobs().job("batch").orElseThrow().incidents()).hasSize(2);
        assertExact("batch");
    }

    /** Scenario 12, I9: with checkpoints and without a crash the job ends. */
    @Test
    void ajobWithCheckpointsEnds() throws Exception {
        engine.start("plain", everything("plain"), options());
        for (int taken = 0; taken < 2; taken++) {
            Valve.of("plain").awaitRecords(50);
            assertThat(engine.jobs()
                            .triggerCheckpoint("plain", LocalEngine.LIMIT)
                            .failure())
                    .isEmpty();
        }
        finish("plain");
        assertThat(engine.jobs().job("plain").orElseThrow().incidents()).isEmpty();
        assertExact("plain");
    }

    private String checkpointAndCancel(String name) throws Exception {
        CheckpointInfo checkpoint = engine.jobs().triggerCheckpoint(name, LocalEngine.LIMIT);
        engine.jobs().cancel(name);
        assertThat(engine.end(name).state()).isEqualTo(JobStatus.CANCELED);
        return checkpoint.pointer().orElseThrow();
    }

    private JobProgram sortOnly(String name) {
        return (env, parameters) -> env.fromSequence(1, COUNT)
                .uid("numbers")
                .map(new Valve.Through<Long>(name))
                .returns(Long.class)
                .uid("in")
                .rebalance()
                .fullWindowPartition()
                .sortPartition("*", Order.ASCENDING)
                .uid("sort")
                .name("my-sort")
                .map(Sums::text)
                .sinkTo(FileSink.lines(root.resolve(parameters.string("output"))))
                .uid("out");
    }

    /** Scenario 20, R6. */
    @Test
    void anotherParallelismIsRefusedUnlessTheUserAllowsIt() throws Exception {
        JobProgram program = sortOnly("rescaled");
        Map<String, String> retain = options(
                "parallelism",
                "2",
                "execution.checkpointing.externalized-checkpoint-retention",
                "RETAIN_ON_CANCELLATION");
        engine.start("first", program, retain, Map.of("output", "first"));
        Valve.of("rescaled").awaitRecords(300);
        String pointer = checkpointAndCancel("first");
        Valve.of("rescaled").open();

        Map<String, String> three = options("parallelism", "3", "execution.state-recovery.path", pointer);
        engine.start("refused", program, three, Map.of("output", "refused"));
        assertThat(engine.suspended("refused"))
                .contains("my-sort")
                .contains("execution.state-recovery.redistribute-partitions");

        three.put("execution.state-recovery.redistribute-partitions", "true");
        engine.start("allowed", program, three, Map.of("output", "allowed"));
        JobInfo allowed = engine.end("allowed");
        assertThat(allowed.state()).as("%s", allowed.cause()).isEqualTo(JobStatus.FINISHED);
        List<String> numbers = new ArrayList<>(Output.lines(root.resolve("allowed")));
        assertThat(numbers.stream().map(Long::valueOf).sorted().toList())
                .isEqualTo(LongStream.rangeClosed(1, COUNT).boxed().toList());
    }
}
