package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.sorter.spill.SpillDisk;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * R7 in whole jobs whose partitions are half full when their input ends. Users cannot stop a job with a savepoint yet; its source ends
 * after a checkpoint here, and says what the engine will have it say then.
 */
@Timeout(240)
class StopJobTest {
    private static final int HALF = 20_000;
    private static final int SUBTASKS = 2;

    @TempDir
    private Path root;

    private final StoppedShuffle shuffle = new StoppedShuffle();
    private LocalEngine engine;

    @BeforeEach
    void open() {
        engine = new LocalEngine(root, Map.of(), SpillDisk.ofThisMachine(), shuffle.service());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static final Map<String, AtomicInteger> COUNTS = new ConcurrentHashMap<>();

    /** Of a job: calls that {@code began} or {@code ended}, results that were {@code emitted}. */
    private static AtomicInteger count(String job, String what) {
        return COUNTS.computeIfAbsent(job + " " + what, key -> new AtomicInteger());
    }

    /** Emits before it reads. */
    private record Calls(String job) implements MapPartitionFunction<Long, String> {
        @Override
        public void mapPartition(Iterable<Long> records, Collector<String> out) throws Exception {
            out.collect("0:0");
            count(job, "began").incrementAndGet();
            new Sums.Count().mapPartition(records, out);
            count(job, "ended").incrementAndGet();
        }
    }

    /** Sees what leaves also when the sink publishes nothing of it. */
    private record Leaving(String job) implements MapFunction<String, String> {
        @Override
        public String map(String result) {
            count(job, "emitted").incrementAndGet();
            return result;
        }
    }

    private JobProgram program(String job) {
        return (env, parameters) -> {
            DataStream<Long> numbers = numbers(env, job);
            sink(
                    numbers.fullWindowPartition()
                            .sortPartition("*", Order.DESCENDING)
                            .uid("sort")
                            .map(Sums::text),
                    job,
                    "sort");
            sink(
                    numbers.rebalance()
                            .fullWindowPartition()
                            .reduce(new Sums.Add())
                            .uid("reduce")
                            .map(Sums::text),
                    job,
                    "reduce");
            sink(
                    numbers.rebalance()
                            .fullWindowPartition()
                            .aggregate(new Sums.Sum())
                            .uid("aggregate")
                            .rebalance()
                            .map(Sums::text),
                    job,
                    "aggregate");
            sink(numbers.fullWindowPartition().mapPartition(new Calls(job)).uid("map"), job, "map-partition");
            sink(
                    numbers.keyBy(Sums::half)
                            .fullWindowPartition()
                            .reduce(new Sums.Add())
                            .uid("keyed")
                            .map(Sums::text),
                    job,
                    "keyed");
        };
    }

    private static DataStream<Long> numbers(StreamEnvironment env, String job) {
        return env.fromSource(new Tap.Numbers(job, HALF))
                .setParallelism(1)
                .uid("numbers")
                .rebalance()
                .map(StopJobTest::same)
                .uid("same");
    }

    private static Long same(Long number) {
        return number;
    }

    private void sink(DataStream<String> results, String job, String operation) {
        results.map(new Leaving(job))
                .uid(operation + "-leaving")
                .sinkTo(FileSink.lines(root.resolve(job).resolve(operation)))
                .uid(operation + "-out");
    }

    private static Map<String, String> options(String... more) {
        Map<String, String> options = WindowCheckpointTest.options(more);
        options.put("parallelism", "" + SUBTASKS);
        // No other checkpoint takes the place of the one that is gone on from.
        options.put("execution.checkpointing.interval", "1 h");
        return options;
    }

    private void finish(String job) throws Exception {
        JobInfo info = engine.end(job);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(info.incidents()).isEmpty();
    }

    /** The results over the numbers up to that one. */
    private void assertExact(String job, long last) throws Exception {
        Path output = root.resolve(job);
        List<Long> sorted = new ArrayList<>();
        for (String part : Directories.files(output.resolve("sort"))) {
            List<Long> numbers =
                    numbers(Files.readAllLines(output.resolve("sort").resolve(part)).stream());
            assertThat(numbers).isSortedAccordingTo((left, right) -> Long.compare(right, left));
            sorted.addAll(numbers);
        }
        assertThat(sorted.stream().sorted())
                .containsExactlyElementsOf(
                        LongStream.rangeClosed(1, last).boxed().toList());
        long sum = last * (last + 1) / 2;
        for (String fold : List.of("reduce", "aggregate")) {
            assertSums(Output.lines(output.resolve(fold)).stream(), SUBTASKS, sum);
        }
        List<String> calls = Output.lines(output.resolve("map-partition"));
        assertSums(calls.stream().map(call -> call.split(":")[0]), 2 * SUBTASKS, last);
        assertSums(calls.stream().map(call -> call.split(":")[1]), 2 * SUBTASKS, sum);
        assertThat(numbers(Output.lines(output.resolve("keyed")).stream()))
                .containsExactlyInAnyOrder(last * last / 4, sum - last * last / 4);
    }

    private static void assertSums(Stream<String> results, int count, long sum) {
        List<Long> numbers = numbers(results);
        assertThat(numbers).hasSize(count);
        assertThat(numbers.stream().mapToLong(n -> n).sum()).isEqualTo(sum);
    }

    private static List<Long> numbers(Stream<String> lines) {
        return lines.map(Long::valueOf).toList();
    }

    @Test
    void withADrainEverythingLeavesOnce() throws Exception {
        engine.start("drained", program("drained"), options());
        Tap.of("drained").await();
        assertThat(engine.jobs().triggerCheckpoint("drained", LocalEngine.LIMIT).failure())
                .isEmpty();
        Tap.of("drained").stop();
        finish("drained");
        assertThat(count("drained", "ended")).hasValue(SUBTASKS);
        assertExact("drained", HALF);
    }

    @Test
    void withoutADrainNothingLeavesAndWhoGoesOnHasAllOfIt() throws Exception {
        engine.start("stopped", program("stopped"), options());
        Tap.of("stopped").await();
        CheckpointInfo savepoint = engine.jobs().triggerCheckpoint("stopped", LocalEngine.LIMIT);
        assertThat(savepoint.failure()).isEmpty();
        // Before the first one ends: checkpoints of a job that has finished stay only if another one begins from them.
        engine.start(
                "resumed",
                program("resumed"),
                options("execution.state-recovery.path", savepoint.pointer().orElseThrow()));
        Tap.of("resumed").await();

        shuffle.stopping(true);
        Tap.of("stopped").stop();
        finish("stopped");
        assertThat(shuffle.changed()).as("the source's").isOne();
        assertThat(count("stopped", "began")).hasValue(SUBTASKS);
        assertThat(count("stopped", "ended")).hasValue(0);
        assertThat(count("stopped", "emitted")).hasValue(0);
        for (String operation : List.of("sort", "reduce", "aggregate", "map-partition", "keyed")) {
            Path output = root.resolve("stopped").resolve(operation);
            assertThat(Files.exists(output) ? Directories.files(output) : List.of())
                    .as(operation)
                    .isEmpty();
        }

        shuffle.stopping(false);
        Tap.of("resumed").open();
        finish("resumed");
        assertExact("resumed", 2 * HALF);
        assertThat(Directories.files(engine.spill())).isEmpty();
    }
}
