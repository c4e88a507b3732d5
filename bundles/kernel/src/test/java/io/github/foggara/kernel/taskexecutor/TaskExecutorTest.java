package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.FilterSpec;
import io.github.foggara.api.graph.OperatorSpec.FlatMapSpec;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TaskExecutorTest {
    record Count(String key, long sum) {}

    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    private JobGraph counts() {
        KeySelector<Count, String> key = Count::key;
        return Pipeline.from("numbers", 2, new SourceSpec(new NumberSource(10_000, 5)))
                .then("even", new FilterSpec((Long n) -> n % 2 == 0))
                .then("counts", new MapSpec((Long n) -> new Count("k" + n % 10, n)))
                .to(
                        "sum",
                        3,
                        new Partitioning.Hash(key),
                        new KeyedReduceSpec(key, (Count a, Count b) -> new Count(a.key(), a.sum() + b.sum())))
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
    }

    private static Map<String, Long> expected() {
        return LongStream.range(0, 10_000)
                .filter(n -> n % 2 == 0)
                .boxed()
                .collect(Collectors.groupingBy(n -> "k" + n % 10, Collectors.summingLong(n -> n)));
    }

    @Test
    void aBatchEmitsOneSumPerKey() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::counts)) {
            harness.mode = RuntimeMode.BATCH;
            harness.runWell();

            assertThat(out).hasSize(5);
            assertThat(out.stream().collect(Collectors.toMap(c -> ((Count) c).key(), c -> ((Count) c).sum())))
                    .isEqualTo(expected());
            assertThat(harness.failures()).isEmpty();
        }
    }

    @Test
    void aStreamEmitsAnUpdatePerRecord() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::counts)) {
            harness.runWell();

            assertThat(out).hasSize(5_000);
            Map<String, Long> last = out.stream()
                    .map(Count.class::cast)
                    .collect(Collectors.toMap(Count::key, Count::sum, (a, b) -> Math.max(a, b)));
            assertThat(last).isEqualTo(expected());
        }
    }

    private static JobGraph copy(Queue<Object> target) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(3, 1)))
                .then("out", new SinkSpec(new CollectSink(target)))
                .build();
    }

    /** While a bundle is replaced, there may be two of that id. */
    @Test
    void theProgramThatIsLeasedIsTheOneThatRuns() throws Exception {
        Reach reach = new Reach(Optional::empty, Duration.ZERO, CodeSupply.NONE, true);
        Queue<Object> found = new ConcurrentLinkedQueue<>();
        try (TaskHarness harness = new TaskHarness(runtime, () -> copy(found), new QueueShuffle(64, 256), reach)) {
            Program leased =
                    new Program(OneProgram.ID, p -> copy(out), getClass().getClassLoader());
            harness.plugins.add(Program.class, OneProgram.ID.code(), leased);
            harness.runWell();

            assertThat(found).isEmpty();
            assertThat(out).hasSize(3);
        }
    }

    @Test
    void reportsCountersAndCommittables() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::counts)) {
            harness.runWell();

            TaskReport.Finished first = (TaskReport.Finished) harness.outcome(0, 0);
            TaskReport.Finished second = (TaskReport.Finished) harness.outcome(0, 1);
            assertThat(first.last().recordsIn() + second.last().recordsIn()).isEqualTo(10_000);
            assertThat(first.last().recordsOut() + second.last().recordsOut()).isEqualTo(5_000);
            TaskReport.Finished sink = (TaskReport.Finished) harness.outcome(1, 2);
            assertThat(sink.committables().get("out")).singleElement().isEqualTo("part-2".getBytes());
        }
    }

    @Test
    void nothingIsLeftAfterTheJobWasReleased() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::counts)) {
            harness.runWell();
            assertThat(harness.shuffle.openPartitions).isZero();
            assertThat(harness.shuffle.openGates).isZero();
            assertThat(harness.shuffle.openEnvironments).isOne();

            harness.release();

            assertThat(harness.shuffle.openEnvironments).isZero();
            assertThat(harness.plugins.leases).hasValue(0);
        }
    }

    @Test
    void everyExchangeDeliversWhatItPromises() throws Exception {
        for (Partitioning partitioning :
                List.of(new Partitioning.Rebalance(), new Partitioning.Rescale(), new Partitioning.Broadcast())) {
            out.clear();
            try (TaskHarness harness = new TaskHarness(
                    runtime,
                    () -> Pipeline.from("numbers", 2, new SourceSpec(new NumberSource(1_000, 7)))
                            .to(
                                    "same",
                                    4,
                                    partitioning,
                                    new FlatMapSpec(
                                            (Long n, io.github.foggara.api.function.Collector<Long> c) -> c.collect(n)))
                            .then("out", new SinkSpec(new CollectSink(out)))
                            .build())) {
                harness.runWell();
            }
            int copies = partitioning instanceof Partitioning.Broadcast ? 4 : 1;
            List<Long> all = LongStream.range(0, 1_000 * copies)
                    .map(n -> n / copies)
                    .boxed()
                    .toList();
            assertThat(out.stream()
                            .map(Long.class::cast)
                            .sorted(Comparator.naturalOrder())
                            .toList())
                    .as(partitioning.toString())
                    .isEqualTo(all);
        }
    }
}
