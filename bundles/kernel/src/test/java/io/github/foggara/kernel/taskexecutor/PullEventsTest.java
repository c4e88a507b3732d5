package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfData;
import io.github.foggara.api.shuffle.ChannelEvent.EndOfPartition;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What comes between the records of an operator that asks for them; the test hands the elements of its gate out itself. */
@Timeout(60)
class PullEventsTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private final List<Long> seen = new CopyOnWriteArrayList<>();
    private final AtomicReference<Operator<?, ?>> operator = new AtomicReference<>();
    private final JobGraph graph = graph();
    private CheckpointedRun run;
    private HandFedGate gate;

    private JobGraph graph() {
        return Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                .to("pull", 1, new Partitioning.Rebalance(), PullOperatorTest.reference())
                .then("out", new SinkSpec(sink))
                .build();
    }

    @BeforeEach
    void prepare() {
        run = new CheckpointedRun(runtime, () -> graph, new QueueShuffle(64, 256));
        run.harness.plugins.add(OperatorProvider.class, "pulling", reference -> operator.get());
        run.harness.plan = Plan.of(graph);
        gate = new HandFedGate(run.harness);
    }

    @AfterEach
    void close() throws Exception {
        gate.close();
        run.close();
        runtime.close();
    }

    private Pulling pull(Pulling.Loop loop) {
        Pulling pulling = new Pulling(loop);
        operator.set(pulling);
        run.harness.deployOnly(1);
        return pulling;
    }

    private TaskReport outcome() throws Exception {
        return run.harness.await(run.harness.plan.attempt(1, 0));
    }

    private void finish() throws Exception {
        gate.end(true);
        assertThat(outcome()).isInstanceOf(TaskReport.Finished.class);
    }

    private static CheckpointBarrier barrier(long id) {
        return new CheckpointBarrier(id, 0, true);
    }

    private void readAll(RecordCursor<Object> input) throws Exception {
        while (input.advance()) {
            seen.add((Long) input.record());
        }
    }

    @Test
    void aBarrierIsServedBetweenTwoRecordsAlsoInTheMiddleOfTheLoop() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        Pulling pulling = pull((input, collector) -> {
            go.await();
            readAll(input);
        });
        gate.numbers(0, 10).event(barrier(1)).numbers(10, 13).event(barrier(2)).numbers(13, 14);
        go.countDown();
        assertThat(run.snapshot(1, 1, 0).inputPositions()).containsExactly(10);
        assertThat(run.snapshot(2, 1, 0).inputPositions()).containsExactly(13);
        finish();
        assertThat(seen).hasSize(14);
        assertThat(pulling.calls).containsExactly("open", "pull", "returned", "endInput", "finish", "close");
    }

    @Test
    void barriersAreServedWhileTheRestIsDropped() throws Exception {
        pull((input, collector) -> input.advance());
        gate.numbers(0, 5).event(barrier(1)).numbers(5, 9).event(barrier(2));
        assertThat(run.snapshot(1, 1, 0).inputPositions()).containsExactly(5);
        SubtaskSnapshot last = run.snapshot(2, 1, 0);
        assertThat(last.inputPositions()).containsExactly(9);
        finish();
    }

    @Test
    void theEndIsProcessedWhenTheOperatorHasEnded() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ended = new CountDownLatch(1);
        pull((input, collector) -> {
            readAll(input);
            ended.countDown();
            go.await();
        });
        gate.numbers(0, 5).end(true);
        ended.await();
        assertThat(gate.processed()).isFalse();
        go.countDown();
        assertThat(outcome()).isInstanceOf(TaskReport.Finished.class);
        assertThat(gate.processed()).isTrue();
    }

    /** Emits from a loop of its own when its input has ended, for as long as it is asked to. */
    private final class Emitting implements Operator<Object, Object> {
        private final CountDownLatch enough = new CountDownLatch(1);
        private TaskContext context;

        @Override
        public void open(TaskContext opened) {
            context = opened;
        }

        @Override
        public void process(int input, Object record, Collector<Object> out) {
            seen.add((Long) record);
        }

        @Override
        public void endInput(int input, Collector<Object> out) throws Exception {
            out.collect("first");
            while (enough.getCount() > 0) {
                context.betweenRecords();
            }
            out.collect("last");
        }
    }

    @Test
    void aBarrierIsServedWhileAnOperatorEmitsAfterItsLastRecord() throws Exception {
        Emitting emitting = new Emitting();
        operator.set(emitting);
        run.harness.deployOnly(1);
        gate.numbers(0, 5).event(new EndOfData(true)).event(barrier(1));
        SubtaskSnapshot snapshot = run.snapshot(1, 1, 0);
        assertThat(snapshot.inputPositions()).containsExactly(5);
        assertThat(snapshot.operatorsFinished()).isFalse();
        assertThat(sink.records(snapshot.operators().get("out").committables())).containsExactly("first");
        assertThat(gate.processed()).isFalse();
        emitting.enough.countDown();
        gate.event(new EndOfPartition());
        assertThat(outcome()).isInstanceOf(TaskReport.Finished.class);
        assertThat(sink.written(run.harness.plan.attempt(1, 0))).containsExactly("first", "last");
    }

    /** A barrier behind records whose results have no room comes when there is some, and overtakes none of them. */
    @Test
    void aBarrierBehindAFullOutputComesWhenThereIsRoom() throws Exception {
        JobGraph apart = Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                .to("pull", 1, new Partitioning.Rebalance(), PullOperatorTest.reference())
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(sink))
                .build();
        CountDownLatch emitting = new CountDownLatch(1);
        Pulling pulling = new Pulling((input, collector) -> {
            while (input.advance()) {
                Object number = input.record();
                for (int i = 0; i < 10; i++) {
                    collector.collect(number);
                }
                emitting.countDown();
            }
        });
        try (CheckpointedRun full = new CheckpointedRun(runtime, () -> apart, new QueueShuffle(4, 16))) {
            full.harness.plugins.add(OperatorProvider.class, "pulling", reference -> pulling);
            full.harness.plan = Plan.of(apart);
            try (HandFedGate fed = new HandFedGate(full.harness)) {
                full.harness.deployOnly(1);
                fed.numbers(0, 20).event(barrier(1));
                emitting.await();
                assertThat(full.harness.answers).isEmpty();
                full.harness.deployOnly(2);
                assertThat(full.snapshot(1, 1, 0).inputPositions()).containsExactly(20);
                assertThat(full.snapshot(1, 2, 0).inputPositions()).containsExactly(200);
                fed.end(true);
                assertThat(full.harness.await(full.harness.plan.attempt(2, 0))).isInstanceOf(TaskReport.Finished.class);
            }
        }
    }

    // ---- stop without drain

    private void stopsWithoutEnd(Pulling pulling) throws Exception {
        gate.numbers(0, 5).end(false);
        assertThat(outcome()).isInstanceOf(TaskReport.Finished.class);
        assertThat(pulling.calls).endsWith("close").doesNotContain("endInput", "finish");
        assertThat(gate.processed()).isTrue();
        assertThat(seen).hasSize(5);
    }

    @Test
    void aStopUnwindsTheLoopThroughItsFinally() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        Pulling pulling = pull((input, collector) -> {
            try {
                readAll(input);
                told.add("returned");
            } catch (Exception e) {
                told.add("caught");
            } finally {
                told.add("finally");
            }
        });
        stopsWithoutEnd(pulling);
        assertThat(told).containsExactly("finally");
        assertThat(pulling.calls).containsExactly("open", "pull", "close");
    }

    @Test
    void aStopThatIsSwallowedIsStillAStop() throws Exception {
        Pulling pulling = pull((input, collector) -> {
            for (int swallowed = 0; swallowed < 2; swallowed++) {
                try {
                    readAll(input);
                } catch (Throwable t) {
                    // As careless code does.
                }
            }
        });
        stopsWithoutEnd(pulling);
        assertThat(pulling.calls).contains("returned");
    }

    @Test
    void aStopThatIsWrappedIsStillAStop() throws Exception {
        stopsWithoutEnd(pull((input, collector) -> {
            try {
                readAll(input);
            } catch (Throwable t) {
                throw new IllegalStateException("reading failed", new Exception(t));
            }
        }));
    }

    private static void cleanUp() {
        throw new IllegalStateException("cannot clean up");
    }

    @Test
    void aFailureOfItsOwnAfterAStopIsAFailure() throws Exception {
        pull((input, collector) -> {
            try {
                readAll(input);
            } finally {
                cleanUp();
            }
        });
        gate.end(false);
        TaskReport.Failed failed = (TaskReport.Failed) outcome();
        assertThat(failed.trace()).startsWith("java.lang.IllegalStateException: cannot clean up");
    }

    // ---- failures of others

    @Test
    void aProducerThatFailsIsNotHiddenByCodeThatSwallowsIt() throws Exception {
        pull((input, collector) -> {
            try {
                readAll(input);
            } catch (Throwable t) {
                // As careless code does.
            }
        });
        gate.numbers(0, 5);
        while (seen.size() < 5) {
            Thread.onSpinWait();
        }
        gate.fail(new IllegalStateException("producer is gone"));
        TaskReport.Failed failed = (TaskReport.Failed) outcome();
        assertThat(failed.kind()).isEqualTo(FailureClass.PARTITION_LOST);
        assertThat(failed.trace()).contains("producer is gone");
    }

    @Test
    void aFailureOfTheEngineThatIsSwallowedIsNotHiddenAndNotBlamedOnUserCode() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        pull((input, collector) -> {
            try {
                asked.countDown();
                input.advance();
            } catch (Throwable t) {
                // As careless code does.
            }
        });
        asked.await();
        run.harness.executor.addSplits(run.harness.plan.attempt(1, 0), run.harness.epoch, List.of(), true);
        TaskReport.Failed failed = (TaskReport.Failed) outcome();
        assertThat(failed.kind()).isNotEqualTo(FailureClass.USER_CODE);
        assertThat(failed.trace()).contains("which has no source");
    }

    // ---- where it may be

    private TaskReport.Failed refused(OperatorSpec before, boolean twoInputs) throws Exception {
        Pipeline pipeline = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(10, 1)));
        if (twoInputs) {
            pipeline.node("more", 1, new SourceSpec(new NumberSource(10, 1)))
                    .node("pull", 1, PullOperatorTest.reference())
                    .edge("numbers", "pull", 0, new Partitioning.Rebalance())
                    .edge("more", "pull", 1, new Partitioning.Rebalance());
        } else {
            pipeline.then("before", before).then("pull", PullOperatorTest.reference());
        }
        JobGraph wrong = pipeline.then("out", new SinkSpec(sink)).build();
        operator.set(new Pulling((input, collector) -> {}));
        try (TaskHarness harness = new TaskHarness(runtime, () -> wrong)) {
            harness.plugins.add(OperatorProvider.class, "pulling", reference -> operator.get());
            harness.run().release();
            assertThat(harness.plugins.leases).hasValue(0);
            assertThat(((Pulling) operator.get()).calls).isEmpty();
            return harness.failures().get(0);
        }
    }

    @Test
    void insideAChainItIsRefused() throws Exception {
        TaskReport.Failed failed = refused(new MapSpec((Long n) -> n), false);
        assertThat(failed.operator()).isEqualTo("pull");
        assertThat(failed.trace()).contains("has to begin a chain", "chained to the operator before it");
    }

    @Test
    void withTwoInputsItIsRefused() throws Exception {
        TaskReport.Failed failed = refused(null, true);
        assertThat(failed.trace()).contains("to have one input", "it has 2 inputs");
    }
}
