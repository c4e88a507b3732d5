package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.StreamEnvironment;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole jobs without checkpoints. */
@Timeout(240)
class WindowJobTest {
    @TempDir
    private Path root;

    private LocalEngine engine;
    private int outputs;

    @BeforeEach
    void open() {
        engine = new LocalEngine(root, Map.of());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Path output() {
        return root.resolve("out-" + outputs++);
    }

    private List<String> run(Path output, JobProgram program, Map<String, String> options) throws Exception {
        JobInfo info = engine.run("job-" + output.getFileName(), program, options);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        return Output.lines(output);
    }

    private static List<String> texts(long from, long to) {
        return LongStream.rangeClosed(from, to).mapToObj(Long::toString).toList();
    }

    /** Scenario 1: two sums that total 21; by key 12 and 9. */
    @Test
    void aggregatesPerSubtaskAndPerKey() throws Exception {
        Path whole = output();
        List<String> sums = run(
                whole,
                (env, parameters) -> env.fromSequence(1, 6)
                        .rebalance()
                        .fullWindowPartition()
                        .aggregate(new Sums.Sum())
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(whole)),
                Map.of("parallelism", "2"));
        assertThat(sums).hasSize(2);
        assertThat(sums.stream().mapToLong(Long::parseLong).sum()).isEqualTo(21);

        Path keyed = output();
        assertThat(run(
                        keyed,
                        (env, parameters) -> env.fromSequence(1, 6)
                                .keyBy(Sums::half)
                                .fullWindowPartition()
                                .aggregate(new Sums.Sum())
                                .map(Sums::text)
                                .sinkTo(FileSink.lines(keyed)),
                        Map.of("parallelism", "2")))
                .containsExactlyInAnyOrder("12", "9");
    }

    /** Scenario 2: of nothing, three subtasks. */
    @Test
    void emptyPartitionsHaveAggregatesAndCalls() throws Exception {
        Path aggregate = output();
        Path reduce = output();
        Path calls = output();
        Path sort = output();
        Path keyed = output();
        JobInfo info = engine.run(
                "empty",
                (env, parameters) -> {
                    var nothing = env.fromSequence(1, 9).filter(WindowJobTest::none);
                    nothing.fullWindowPartition()
                            .aggregate(new Sums.Sum())
                            .map(Sums::text)
                            .sinkTo(FileSink.lines(aggregate));
                    nothing.fullWindowPartition()
                            .reduce(new Sums.Add())
                            .map(Sums::text)
                            .sinkTo(FileSink.lines(reduce));
                    nothing.fullWindowPartition().mapPartition(new Sums.Count()).sinkTo(FileSink.lines(calls));
                    nothing.fullWindowPartition()
                            .sortPartition("*", Order.ASCENDING)
                            .map(Sums::text)
                            .sinkTo(FileSink.lines(sort));
                    nothing.keyBy(Sums::half)
                            .fullWindowPartition()
                            .mapPartition(new Sums.Count())
                            .sinkTo(FileSink.lines(keyed));
                },
                Map.of("parallelism", "3"));
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(Output.lines(aggregate)).containsExactly("0", "0", "0");
        assertThat(Output.lines(reduce)).isEmpty();
        assertThat(Output.lines(calls)).containsExactly("0:0", "0:0", "0:0");
        assertThat(Output.lines(sort)).isEmpty();
        assertThat(Output.lines(keyed)).isEmpty();
    }

    private static boolean none(Long number) {
        return number > 1_000;
    }

    /** Of so many records that it spills. */
    @Test
    void aSortSpills() throws Exception {
        Path once = output();
        assertThat(run(
                        once,
                        (env, parameters) -> env.fromSequence(1, 200_000)
                                .map(WindowJobTest::shuffled)
                                .rebalance()
                                .fullWindowPartition()
                                .sortPartition("*", Order.ASCENDING)
                                .map(Sums::text)
                                .sinkTo(FileSink.lines(once)),
                        Map.of("execution.sort-partition.memory", "96 kb", "taskmanager.runtime.max-fan", "4")))
                .isEqualTo(texts(1, 200_000));
        assertThat(Directories.files(engine.spill())).isEmpty();
    }

    /** Another order of the numbers up to 200 000; the factor has no divisor in common with 200 001. */
    private static Long shuffled(Long number) {
        return number * 77_773 % 200_001;
    }

    record Pair(int first, int second) {
        private static String text(Pair pair) {
            return pair.first + " " + pair.second;
        }

        private static Integer odd(Pair pair) {
            return pair.second % 2;
        }
    }

    private static DataStream<Pair> pairs(StreamEnvironment env) {
        return env.fromElements(new Pair(1, 2), new Pair(2, 1), new Pair(1, 1), new Pair(2, 2), new Pair(1, 3));
    }

    /** Scenarios 3 and 16: positions count from 0, and a sort after a sort keeps the order of records that are equal. */
    @Test
    void sortsByPosition() throws Exception {
        Path first = output();
        Path second = output();
        Path both = output();
        Path keyed = output();
        run(
                both,
                (env, parameters) -> {
                    sink(pairs(env).fullWindowPartition().sortPartition(0, Order.ASCENDING), first);
                    sink(pairs(env).fullWindowPartition().sortPartition(1, Order.ASCENDING), second);
                    sink(
                            pairs(env)
                                    .fullWindowPartition()
                                    .sortPartition(1, Order.ASCENDING)
                                    .fullWindowPartition()
                                    .sortPartition(0, Order.ASCENDING),
                            both);
                    sink(
                            pairs(env)
                                    .keyBy(Pair::odd)
                                    .fullWindowPartition()
                                    .sortPartition(0, Order.DESCENDING)
                                    .filter(pair -> pair.second() % 2 == 0),
                            keyed);
                },
                Map.of());
        assertThat(Output.lines(first)).containsExactly("1 2", "1 1", "1 3", "2 1", "2 2");
        assertThat(Output.lines(second)).containsExactly("2 1", "1 1", "1 2", "2 2", "1 3");
        assertThat(Output.lines(both)).containsExactly("1 1", "1 2", "1 3", "2 1", "2 2");
        assertThat(Output.lines(keyed)).containsExactly("2 2", "1 2");
    }

    private static void sink(DataStream<Pair> pairs, Path output) {
        pairs.map(Pair::text).sinkTo(FileSink.lines(output));
    }

    /** Scenario 9, I10: the job fails with the user's cause, and the container serves the next one. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aFunctionThatThrowsFailsItsJobAndNothingElse(boolean error) throws Exception {
        Path output = output();
        JobInfo info = engine.run(
                "buggy",
                (env, parameters) -> env.fromSequence(1, 10)
                        .fullWindowPartition()
                        .mapPartition(new Bug(error))
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(output)),
                Map.of());
        assertThat(info.state()).isEqualTo(JobStatus.FAILED);
        assertThat(info.cause().orElseThrow()).contains("user bug").contains("apPartition");
        assertThat(output).as("R8").doesNotExist();
        aggregatesPerSubtaskAndPerKey();
    }

    private static final class Bug implements MapPartitionFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final boolean error;

        Bug(boolean error) {
            this.error = error;
        }

        @Override
        public void mapPartition(Iterable<Long> records, Collector<Long> out) {
            for (Long record : records) {
                out.collect(record);
                if (record == 5) {
                    if (error) {
                        throw new StackOverflowError("user bug");
                    }
                    throw new IllegalStateException("user bug");
                }
            }
        }
    }

    /** Matrix: a function that never returns hears of the cancel, and nothing it emitted has left. */
    @Test
    void aFunctionThatBlocksIsCancelled() throws Exception {
        Path output = output();
        engine.start(
                "blocked",
                (env, parameters) -> env.fromSequence(1, 10)
                        .fullWindowPartition()
                        .mapPartition(new Blocked())
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(output)),
                Map.of());
        Blocked.BEGUN.acquire();
        engine.jobs().cancel("blocked");
        assertThat(engine.end("blocked").state()).isEqualTo(JobStatus.CANCELED);
        assertThat(output).doesNotExist();
        aggregatesPerSubtaskAndPerKey();
    }

    private static final class Blocked implements MapPartitionFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private static final Semaphore BEGUN = new Semaphore(0);

        @Override
        public void mapPartition(Iterable<Long> records, Collector<Long> out) throws InterruptedException {
            records.forEach(out::collect);
            BEGUN.release();
            new CountDownLatch(1).await();
        }
    }

    /** Scenarios 10 and 19: it reads one of many, or emits many before it reads. */
    @Test
    void aFunctionReadsAndEmitsAsItLikes() throws Exception {
        Path one = output();
        assertThat(run(
                        one,
                        (env, parameters) -> env.fromSequence(1, 100_000)
                                .fullWindowPartition()
                                .mapPartition(new Some(1, 0))
                                .map(Sums::text)
                                .sinkTo(FileSink.lines(one)),
                        Map.of()))
                .containsExactly("1");
        Path many = output();
        List<String> lines = run(
                many,
                (env, parameters) -> env.fromSequence(1, 3)
                        .fullWindowPartition()
                        .mapPartition(new Some(3, 1_000_000))
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(many)),
                Map.of());
        assertThat(lines).hasSize(1_000_003).endsWith("1", "2", "3");
    }

    /** Reads so many records and emits them, behind so many others. */
    private static final class Some implements MapPartitionFunction<Long, Long> {
        private static final long serialVersionUID = 1L;

        private final int reads;
        private final int before;

        Some(int reads, int before) {
            this.reads = reads;
            this.before = before;
        }

        @Override
        public void mapPartition(Iterable<Long> records, Collector<Long> out) {
            for (long i = 0; i < before; i++) {
                out.collect(-i);
            }
            var iterator = records.iterator();
            for (int i = 0; i < reads; i++) {
                out.collect(iterator.next());
            }
        }
    }

    /** Scenario 15: the quota, its directory in the message; with more, the job succeeds when it is started again. */
    @Test
    void aFullQuotaFailsTheJob() throws Exception {
        Path output = output();
        engine.defaults(Map.of("sort.spill.max-bytes", "1 mb"));
        JobInfo info = engine.run(
                "full",
                (env, parameters) -> env.fromSequence(1, 300_000)
                        .map(WindowJobTest::shuffled)
                        .rebalance()
                        .fullWindowPartition()
                        .sortPartition("*", Order.ASCENDING)
                        .map(Sums::text)
                        .sinkTo(FileSink.lines(output)),
                Map.of("execution.sort-partition.memory", "96 kb"));
        assertThat(info.state()).isEqualTo(JobStatus.FAILED);
        assertThat(info.cause().orElseThrow()).contains(engine.spill().toString());
        engine.defaults(Map.of("sort.spill.max-bytes", "64 mb"));
        engine.jobs().start("full");
        assertThat(engine.end("full").state()).isEqualTo(JobStatus.FINISHED);
        assertThat(Output.lines(output)).hasSize(300_000);
    }

    /** Scenario 18: no memory at all is refused with the bytes that are needed. */
    @Test
    void aContainerWithoutMemoryRefusesTheJob() throws Exception {
        try (LocalEngine poor = new LocalEngine(root.resolve("poor"), Map.of("taskmanager.memory.managed.size", "0"))) {
            JobInfo info = poor.run(
                    "poor",
                    (env, parameters) -> env.fromSequence(1, 10)
                            .fullWindowPartition()
                            .sortPartition("*", Order.ASCENDING)
                            .map(Sums::text)
                            .sinkTo(FileSink.lines(root.resolve("never"))),
                    Map.of());
            assertThat(info.state()).isEqualTo(JobStatus.FAILED);
            assertThat(info.cause().orElseThrow()).contains("96 kb").contains("taskmanager.memory.managed.size");
        }
    }

    @Test
    void anOptionOutOfItsRangeIsRefused() {
        assertThatThrownBy(() -> engine.start(
                        "range",
                        (env, parameters) ->
                                env.fromSequence(1, 10).map(Sums::text).sinkTo(FileSink.lines(output())),
                        Map.of("taskmanager.runtime.max-fan", "1")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("taskmanager.runtime.max-fan")
                .hasMessageContaining("from 2");
    }
}
