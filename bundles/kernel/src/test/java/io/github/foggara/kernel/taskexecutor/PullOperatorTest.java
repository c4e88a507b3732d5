package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An operator that asks for its records, in a run that nothing disturbs, and how it may fail and be cancelled. */
@Timeout(60)
class PullOperatorTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private Pulling operator;

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    static OperatorRef reference() {
        return new OperatorRef("pulling", "all", Map.of(), List.of());
    }

    private JobGraph graph(long records) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(records, 1)))
                .to("pull", 1, new Partitioning.Rebalance(), reference())
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
    }

    private TaskHarness harness(long records, QueueShuffle shuffle, Pulling.Loop loop) {
        operator = new Pulling(loop);
        JobGraph graph = graph(records);
        TaskHarness harness = new TaskHarness(runtime, () -> graph, shuffle);
        harness.plugins.add(OperatorProvider.class, "pulling", reference -> operator);
        return harness;
    }

    private TaskHarness harness(long records, Pulling.Loop loop) {
        return harness(records, new QueueShuffle(4, 16), loop);
    }

    private TaskReport.Failed failure(Pulling.Loop loop) throws Exception {
        try (TaskHarness harness = harness(-1, loop)) {
            harness.run().release();
            assertThat(harness.plugins.leases).hasValue(0);
            assertThat(operator.calls).endsWith("close").doesNotContain("endInput", "finish");
            return (TaskReport.Failed) harness.outcome(1, 0);
        }
    }

    @Test
    void getsAllRecordsInOrderThenEnds() throws Exception {
        try (TaskHarness harness = harness(10_000, (input, collector) -> {
            while (input.advance()) {
                collector.collect(input.record());
            }
            assertThat(input.advance()).as("asked again").isFalse();
        })) {
            harness.runWell().release();
            assertThat(out)
                    .containsExactlyElementsOf(
                            LongStream.range(0, 10_000).boxed().toList());
            assertThat(operator.calls).containsExactly("open", "pull", "returned", "endInput", "finish", "close");
            TaskReport.Finished finished = (TaskReport.Finished) harness.outcome(1, 0);
            assertThat(finished.last().recordsIn()).isEqualTo(10_000);
            assertThat(harness.plugins.leases).hasValue(0);
        }
    }

    @Test
    void isCalledForNoRecordsToo() throws Exception {
        try (TaskHarness harness = harness(0, (input, collector) -> collector.collect("" + input.advance()))) {
            harness.runWell().release();
            assertThat(out).containsExactly("false");
        }
    }

    @Test
    void whatItLeavesIsReadAndDropped() throws Exception {
        try (TaskHarness harness = harness(100_000, (input, collector) -> {
            input.advance();
            collector.collect(input.record());
        })) {
            harness.runWell().release();
            assertThat(out).containsExactly(0L);
            assertThat(operator.calls).containsExactly("open", "pull", "returned", "endInput", "finish", "close");
        }
    }

    /** More than all queues hold, before its first record. */
    @Test
    void emitsAMillionRecordsBeforeItReadsOne() throws Exception {
        try (TaskHarness harness = harness(1_000, (input, collector) -> {
            for (long i = 0; i < 1_000_000; i++) {
                collector.collect(i);
            }
            while (input.advance()) {
                input.record();
            }
        })) {
            harness.runWell().release();
            assertThat(out).hasSize(1_000_000);
            assertThat(harness.shuffle.mostQueued).isLessThanOrEqualTo(16);
        }
    }

    @Test
    void takesNoRecordWhileTheOutputIsFull() throws Exception {
        JobGraph graph = graph(-1);
        try (TaskHarness harness = harness(-1, (input, collector) -> {
            while (input.advance()) {
                collector.collect(input.record());
            }
        })) {
            harness.plan = Plan.of(graph);
            harness.deployOnly(1);
            harness.deployOnly(0);
            harness.awaitRunning(1);
            while (harness.shuffle.mostQueued < 4) {
                Thread.onSpinWait();
            }
            harness.executor.cancel(harness.plan.attempt(0, 0), harness.epoch);
            harness.executor.cancel(harness.plan.attempt(1, 0), harness.epoch);
            assertThat(harness.await(harness.plan.attempt(1, 0))).isInstanceOf(TaskReport.Canceled.class);
            assertThat(harness.shuffle.mostQueued).isLessThan(16);
        }
    }

    @Test
    void aRecordIsGivenOnce() throws Exception {
        TaskReport.Failed failed = failure((input, collector) -> {
            input.advance();
            input.record();
            input.record();
        });
        assertThat(failed.trace()).contains("There is no record");
    }

    @Test
    void aFailureOfItsOwnNamesIt() throws Exception {
        TaskReport.Failed failed = failure((input, collector) -> {
            for (int i = 0; i < 5; i++) {
                input.advance();
            }
            throw new IllegalArgumentException("user bug");
        });
        assertThat(failed.operator()).isEqualTo("pull");
        assertThat(failed.kind()).isEqualTo(FailureClass.USER_CODE);
        assertThat(failed.trace()).startsWith("java.lang.IllegalArgumentException: user bug");
    }

    @Test
    void anErrorOfItsOwnFailsIt() throws Exception {
        TaskReport.Failed failed = failure((input, collector) -> {
            throw new StackOverflowError("too deep");
        });
        assertThat(failed.operator()).isEqualTo("pull");
        assertThat(failed.trace()).contains("too deep");
    }

    private void cancelWhenReached(TaskHarness harness) throws Exception {
        harness.deploy();
        reached.await();
        harness.cancelAll();
        harness.await().release();
        assertThat(harness.outcomes.values()).hasOnlyElementsOfType(TaskReport.Canceled.class);
        assertThat(harness.shuffle.openGates).isZero();
        assertThat(harness.plugins.leases).hasValue(0);
        assertThat(operator.calls).endsWith("close").doesNotContain("endInput");
    }

    private static void take(RecordCursor<Object> input, long records) throws Exception {
        for (long i = 0; i < records && input.advance(); i++) {
            input.record();
        }
    }

    @Test
    void isCancelledWhileRecordsFlow() throws Exception {
        try (TaskHarness harness = harness(-1, (input, collector) -> {
            take(input, 10_000);
            reached.countDown();
            take(input, Long.MAX_VALUE);
        })) {
            cancelWhenReached(harness);
        }
    }

    @Test
    void isCancelledWhileItWaitsForARecord() throws Exception {
        operator = new Pulling((input, collector) -> {
            reached.countDown();
            input.advance();
        });
        JobGraph graph = Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                .to("pull", 1, new Partitioning.Rebalance(), reference())
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
            harness.plugins.add(OperatorProvider.class, "pulling", reference -> operator);
            cancelWhenReached(harness);
        }
    }

    @Test
    void aCancelThatItSwallowsIsThrownAgain() throws Exception {
        try (TaskHarness harness = harness(-1, (input, collector) -> {
            take(input, 10);
            reached.countDown();
            for (int swallowed = 0; swallowed < 3; ) {
                try {
                    input.advance();
                } catch (Error e) {
                    swallowed++;
                }
            }
        })) {
            cancelWhenReached(harness);
            assertThat(operator.calls).contains("returned");
        }
    }
}
