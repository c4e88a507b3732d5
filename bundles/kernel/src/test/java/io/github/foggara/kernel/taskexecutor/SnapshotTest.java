package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.job.Sink;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots that are declined, given up, late, or taken at the very end. */
@Timeout(60)
class SnapshotTest {
    private static final KeySelector<Long, Long> KEY = number -> number % 3;

    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private CheckpointedRun run;

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
    }

    /** Numbers → count per key → sink, in two tasks; they run. */
    private void counting() throws Exception {
        counting(new MapSpec((Long number) -> number), new SinkSpec(sink), 0);
    }

    private void counting(OperatorSpec before, SinkSpec end, long floor) throws Exception {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("before", 1, new Partitioning.Hash(KEY), before)
                        .then("count", new KeyedProcessSpec(KEY, new CountPerKey()))
                        .then("out", end)
                        .build(),
                new QueueShuffle(64, 256));
        run.floor = floor;
        run.harness.deploy();
        run.awaitAllRunning();
    }

    private void feed(long from, long to) {
        HandFedSource.feed(run.harness, run.harness.plan.attempt(0, 0), from, to);
    }

    private void endInput() {
        HandFedSource.end(run.harness, run.harness.plan.attempt(0, 0));
    }

    /** All tasks end well, and nothing stays open. */
    private void end() throws Exception {
        endInput();
        run.harness.await().release();
        assertThat(run.harness.failures()).isEmpty();
        run.checkNothingIsOpen();
    }

    private void awaitWritten(int records) {
        await(() -> sink.written(run.harness.plan.attempt(1, 0)).size() >= records);
    }

    private static void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            Thread.onSpinWait();
        }
    }

    private HeldWriting holdWritingOf(long checkpoint) {
        HeldWriting held = new HeldWriting(checkpoint);
        run.checkpoints.beforeWrite = held;
        return held;
    }

    /** How many records the sink's part of a snapshot publishes. */
    private int published(SubtaskSnapshot snapshot) {
        return snapshot.operators().containsKey("out")
                ? sink.records(snapshot.operators().get("out").committables()).size()
                : 0;
    }

    @Test
    void aJobWithoutCheckpointsSaysSo() throws Exception {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.restores = (vertex, subtask) -> Optional.empty();
        run.harness.deploy();
        run.awaitAllRunning();
        run.trigger(1, 0);
        TaskReport.Declined declined = run.declined(1, 0, 0);
        assertThat(declined.reason()).isEqualTo(CheckpointDecline.NOT_READY);
        assertThat(declined.words()).contains("without checkpoints");
        end();
    }

    @Test
    void aSinkThatCannotPublishByCheckpointsIsNamed() throws Exception {
        Sink<Object> plain = new CollectSink(new ConcurrentLinkedQueue<>());
        counting(new MapSpec((Long number) -> number), new SinkSpec(plain), 0);
        run.trigger(1, 0);
        TaskReport.Declined declined = run.declined(1, 1, 0);
        assertThat(declined.reason()).isEqualTo(CheckpointDecline.SNAPSHOT_FAILED);
        assertThat(declined.words()).contains("'out'", "publishes only at the end of its job");
        assertThat(run.checkpoints.files).isEmpty();
        end();
    }

    @Test
    void aSinkThatFailsToPrepareFailsItsTask() throws Exception {
        counting(new MapSpec((Long number) -> number), new SinkSpec(sink), 0);
        sink.failure = new IOException("disk is gone");
        run.trigger(1, 0);
        run.harness.await();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
        assertThat(failed.operator()).isEqualTo("out");
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace()).contains("disk is gone");
        run.harness.release();
        run.checkNothingIsOpen();
    }

    @Test
    void aBackendThatFailsCostsTheCheckpointAndNotTheTask() throws Exception {
        counting();
        run.states.failure = new IllegalStateException("pages are gone");
        run.trigger(1, 0);
        TaskReport.Declined declined = run.declined(1, 1, 0);
        assertThat(declined.reason()).isEqualTo(CheckpointDecline.SNAPSHOT_FAILED);
        assertThat(declined.words()).contains("'count'", "pages are gone");
        run.states.failure = null;
        run.trigger(2, 0);
        run.snapshot(2, 1, 0);
        end();
    }

    @Test
    void whatCouldNotBeWrittenIsDeclinedAndPublishedWithTheNext() throws Exception {
        counting();
        run.checkpoints.beforeForce = checkpoint -> {
            if (checkpoint == 1) {
                throw new IOException("cannot be written to /there", new IOException("No space left on device"));
            }
        };
        feed(0, 10);
        awaitWritten(10);
        run.trigger(1, 0);
        TaskReport.Declined declined = run.declined(1, 1, 0);
        assertThat(declined.reason()).isEqualTo(CheckpointDecline.STORAGE_FAILED);
        assertThat(declined.words()).isEqualTo("cannot be written to /there");
        assertThat(run.checkpoints.files).isEmpty();
        feed(10, 15);
        awaitWritten(15);
        run.trigger(2, 0);
        assertThat(published(run.snapshot(2, 1, 0))).isEqualTo(15);
        run.complete(2);
        run.trigger(3, 0);
        assertThat(published(run.snapshot(3, 1, 0))).isZero();
        end();
    }

    @Test
    void whatIsNotKnownToBePublishedIsInTheReportOfTheEnd() throws Exception {
        counting();
        feed(0, 10);
        awaitWritten(10);
        run.trigger(1, 0);
        run.snapshot(1, 1, 0);
        feed(10, 12);
        endInput();
        TaskReport.Finished finished = (TaskReport.Finished) run.harness.await(run.harness.plan.attempt(1, 0));
        assertThat(sink.records(finished.committables().get("out"))).hasSize(12);
        run.harness.await().release();
    }

    @Test
    void aCheckpointThatIsGivenUpWhileItIsWrittenLeavesNothing() throws Exception {
        counting();
        HeldWriting held = holdWritingOf(1);
        feed(0, 10);
        awaitWritten(10);
        run.trigger(1, 0);
        held.awaitReached();
        run.abort(1);
        run.trigger(2, 0);
        assertThat(published(run.snapshot(2, 1, 0))).isEqualTo(10);
        held.goOn();
        end();
        assertThat(run.harness.answers.get(1L)).doesNotContainKey(run.harness.plan.attempt(1, 0));
        assertThat(run.checkpoints.files.keySet())
                .allMatch(file -> file.contains("/2/"))
                .hasSize(1);
    }

    @Test
    void aTaskThatIsCanceledWhileItsSnapshotIsWrittenEndsAfterThat() throws Exception {
        counting();
        HeldWriting held = holdWritingOf(1);
        run.trigger(1, 0);
        held.awaitReached();
        run.harness.cancelAll();
        run.harness.await(run.harness.plan.attempt(0, 0));
        await(() -> run.states.openSnapshots.get() == 0);
        assertThat(run.harness.executor.stateOf(run.harness.plan.attempt(1, 0))).isEqualTo(TaskState.RUNNING);
        assertThat(run.states.open).as("its state is not closed before").hasValue(1);
        held.goOn();
        run.harness.await().release();
        assertThat(run.harness.outcome(1, 0)).isInstanceOf(TaskReport.Canceled.class);
        assertThat(run.checkpoints.files).isEmpty();
        run.checkNothingIsOpen();
    }

    @Test
    void aTaskThatEndsWaitsForItsSnapshot() throws Exception {
        counting();
        HeldWriting held = holdWritingOf(1);
        feed(0, 10);
        run.trigger(1, 0);
        endInput();
        held.awaitReached();
        await(() -> run.harness.executor.stateOf(run.harness.plan.attempt(0, 0)) == null);
        assertThat(run.harness.executor.stateOf(run.harness.plan.attempt(1, 0))).isNotNull();
        held.goOn();
        SubtaskSnapshot snapshot = run.snapshot(1, 1, 0);
        assertThat(snapshot.operatorsFinished()).isFalse();
        assertThat(run.harness.outcome(1, 0)).as("said after its snapshot").isNull();
        end();
    }

    @Test
    void aTaskThatHasFinishedItsOperatorsStillTakesPart() throws Exception {
        CountDownLatch go = new CountDownLatch(1);
        counting(
                new MapSpec((Long number) -> {
                    go.await(20, TimeUnit.SECONDS);
                    return number;
                }),
                new SinkSpec(sink),
                0);
        feed(0, 10);
        endInput();
        await(() -> run.harness.executor.stateOf(run.harness.plan.attempt(0, 0)) == TaskState.WAITING);
        run.trigger(1, 0);
        assertThat(run.snapshot(1, 0, 0).operatorsFinished()).isTrue();
        go.countDown();
        SubtaskSnapshot last = run.snapshot(1, 1, 0);
        assertThat(last.operatorsFinished()).isTrue();
        assertThat(last.inputPositions()).containsExactly(10);
        assertThat(published(last)).isEqualTo(10);
        run.harness.await();
        TaskReport.Finished finished = (TaskReport.Finished) run.harness.outcome(1, 0);
        assertThat(sink.records(finished.committables().get("out"))).hasSize(10);
        end();
    }

    @Test
    void aCheckpointThatComesTooSoonIsDeclinedAndThoseBehindHearOfIt() throws Exception {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("count", 1, new Partitioning.Hash(KEY), new KeyedProcessSpec(KEY, new CountPerKey()))
                        .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.deploy();
        run.awaitAllRunning();
        HeldWriting held = holdWritingOf(1);
        run.trigger(1, 0);
        held.awaitReached();
        run.trigger(2, 0);
        assertThat(run.declined(2, 1, 0).reason()).isEqualTo(CheckpointDecline.NOT_READY);
        assertThat(run.declined(2, 1, 0).words()).contains("Checkpoint 1 is still being written");
        assertThat(run.declined(2, 2, 0).reason()).isEqualTo(CheckpointDecline.CANCEL_MARKER);
        held.goOn();
        run.acknowledged(1, 3);
        run.trigger(3, 0);
        run.acknowledged(3, 3);
        end();
    }

    @Test
    void whatWasIssuedBeforeTheAttemptIsSwallowed() throws Exception {
        counting(new MapSpec((Long number) -> number), new SinkSpec(sink), 5);
        run.trigger(5, 0);
        run.trigger(6, 0);
        run.acknowledged(6, 2);
        run.abort(7);
        run.trigger(7, 0);
        run.trigger(8, 0);
        run.acknowledged(8, 2);
        end();
        assertThat(run.harness.answers).containsOnlyKeys(6L, 8L);
    }

    @Test
    void everyAnswerHasItsFigures() throws Exception {
        counting();
        feed(0, 10);
        awaitWritten(10);
        run.trigger(1, 0);
        SubtaskSnapshot source = run.snapshot(1, 0, 0);
        assertThat(source.operators()).as("all its splits are read").isEmpty();
        assertThat(source.outputPositions()).containsExactly(10);
        SubtaskSnapshot count = run.snapshot(1, 1, 0);
        assertThat(count.operators()).containsOnlyKeys("count", "out");
        assertThat(count.operators().get("count").types()).isEqualTo(PlainStateTypes.TABLE);
        assertThat(count.figures().bytes()).isGreaterThan(3 * 16);
        assertThat(count.figures().syncNanos()).isNotNegative();
        assertThat(count.figures().asyncNanos()).isNotNegative();
        assertThat(count.inputPositions()).containsExactly(10);
        end();
    }
}
