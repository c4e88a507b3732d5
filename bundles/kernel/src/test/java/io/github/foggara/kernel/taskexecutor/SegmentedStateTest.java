package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Segments are written once and pointed at by each later checkpoint of the run. */
@Timeout(60)
class SegmentedStateTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private final Ledger.Books books = new Ledger.Books(SegmentedState.Scope.SUBTASK);
    private CheckpointedRun run;
    private long fed;

    @BeforeEach
    void begin() throws Exception {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("ledger", 1, new Partitioning.Rebalance(), PullOperatorTest.reference())
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.plugins.add(OperatorProvider.class, "pulling", reference -> new Ledger(books));
        run.harness.deploy();
        run.awaitAllRunning();
    }

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
        assertThat(books.open).as("each snapshot is closed, once").hasValue(0);
    }

    /** The source has read them when its next checkpoint is triggered. */
    private void feed(int numbers) {
        HandFedSource.feed(run.harness, run.harness.plan.attempt(0, 0), fed, fed + numbers);
        fed += numbers;
    }

    /** What the ledger holds at a checkpoint at which all that was fed has been read. */
    private List<OperatorSnapshot.Named> parts(long id) throws Exception {
        SubtaskSnapshot snapshot = snapshot(id);
        assertThat(snapshot.inputPositions()).containsExactly(positions());
        return snapshot.operators().get("ledger").operatorStates();
    }

    private long positions() {
        return fed - before;
    }

    private long before;

    private SubtaskSnapshot snapshot(long id) throws Exception {
        awaitRead();
        run.trigger(id, 0);
        return run.snapshot(id, 1, 0);
    }

    /** The source counts what it has emitted. */
    private void awaitRead() throws Exception {
        while (positions() > read()) {
            Thread.onSpinWait();
        }
    }

    private long read() {
        return run.harness.shuffle.appended(new ResultPartitionId(run.harness.plan.attempt(0, 0), 0));
    }

    private static List<StateHandle> segments(List<OperatorSnapshot.Named> parts) {
        return parts.stream()
                .filter(part -> !part.name().equals("head"))
                .map(OperatorSnapshot.Named::bytes)
                .toList();
    }

    private void restartFrom(long id) throws Exception {
        run.restoreFrom(id, run.acknowledged(id, 2));
        run.restart();
        run.awaitAllRunning();
        before = fed;
    }

    /** What comes out at the end. */
    private List<Object> end() throws Exception {
        HandFedSource.end(run.harness, run.harness.plan.attempt(0, 0));
        run.harness.await();
        assertThat(run.harness.failures()).isEmpty();
        List<Object> out = new ArrayList<>(sink.written(run.harness.plan.attempt(1, 0)));
        run.harness.release();
        run.checkNothingIsOpen();
        return out;
    }

    private static List<Object> numbers(long to) {
        return new ArrayList<>(LongStream.range(0, to).boxed().toList());
    }

    @Test
    void eachSegmentIsWrittenOnce() throws Exception {
        feed(9);
        List<OperatorSnapshot.Named> first = parts(1);
        assertThat(first).extracting(OperatorSnapshot.Named::name).containsExactly("head", "0", "1");
        assertThat(first).extracting(OperatorSnapshot.Named::kind).containsOnly(Kind.SUBTASK_SEGMENTS);
        feed(4);
        SubtaskSnapshot second = snapshot(2);
        List<StateHandle> now = segments(second.operators().get("ledger").operatorStates());
        assertThat(now).hasSize(3).startsWith(segments(first).toArray(StateHandle[]::new));
        assertThat(second.figures().bytes())
                .as("one number in the head, one segment")
                .isEqualTo(5 * Long.BYTES);
        assertThat(segments(parts(3))).isEqualTo(now);
        assertThat(books.writes).isEqualTo(Map.of(0L, 1, 4L, 1, 8L, 1));
        assertThat(run.checkpoints.files.keySet())
                .filteredOn(f -> f.contains("/shared/"))
                .hasSize(2);
        assertThat(end()).isEqualTo(numbers(13));
    }

    @Test
    void whatIsTakenOverIsPointedAtAgainAndNotWritten() throws Exception {
        feed(9);
        List<StateHandle> first = segments(parts(1));
        restartFrom(1);
        assertThat(books.takenOver).hasValue(2);
        feed(3);
        List<StateHandle> next = segments(parts(2));
        assertThat(next).hasSize(3).startsWith(first.toArray(StateHandle[]::new));
        restartFrom(2);
        assertThat(books.writes).isEqualTo(Map.of(0L, 1, 4L, 1, 8L, 1));
        assertThat(end()).isEqualTo(numbers(12));
    }

    @Test
    void segmentsOfAnotherRunAreWrittenAgain() throws Exception {
        feed(9);
        parts(1);
        Map<String, byte[]> files = run.checkpoints.files;
        run.restoreFrom(1, SegmentHandles.moved(run.acknowledged(1, 2), files, "elsewhere/"));
        run.restart();
        run.awaitAllRunning();
        before = fed;
        List<StateHandle> next = segments(parts(2));
        assertThat(next)
                .hasSize(2)
                .allMatch(handle -> SegmentHandles.file(handle).contains("/shared/2."));
        files.keySet().removeIf(file -> file.startsWith("elsewhere/"));
        restartFrom(2);
        assertThat(segments(parts(3))).isEqualTo(next);
        assertThat(end()).isEqualTo(numbers(9));
    }

    @Test
    void aSegmentThatWasLeftOutIsNotPointedAtAgain() throws Exception {
        feed(8);
        List<StateHandle> first = segments(parts(1));
        books.forgetful = true;
        feed(4);
        List<StateHandle> second = segments(parts(2));
        assertThat(second).hasSize(2).startsWith(first.get(1)).doesNotContain(first.get(0));
        run.restoreFrom(1, run.acknowledged(1, 2));
        run.restart();
        run.awaitAllRunning();
        assertThat(end()).isEqualTo(numbers(8));
    }

    @Test
    void whatCouldNotBeForcedIsWrittenAgain() throws Exception {
        feed(8);
        awaitRead();
        run.checkpoints.beforeForce = checkpoint -> {
            if (checkpoint == 1) {
                throw new IOException("No space left on device");
            }
        };
        run.trigger(1, 0);
        assertThat(run.declined(1, 1, 0).words()).isEqualTo("No space left on device");
        assertThat(segments(parts(2)))
                .hasSize(2)
                .allMatch(handle -> SegmentHandles.file(handle).contains("/shared/2."));
        assertThat(books.writes).isEqualTo(Map.of(0L, 2, 4L, 2));
        assertThat(end()).isEqualTo(numbers(8));
    }

    @Test
    void aCheckpointThatIsGivenUpLeavesItsWholeSegmentsToTheNext() throws Exception {
        feed(12);
        awaitRead();
        CountDownLatch reached = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        books.writing = first -> {
            if (first == 4 && reached.getCount() > 0) {
                reached.countDown();
                awaitQuietly(go);
            }
        };
        run.trigger(1, 0);
        reached.await();
        run.abort(1);
        run.trigger(2, 0);
        TaskReport.Declined declined = run.declined(2, 1, 0);
        assertThat(declined.reason()).as("nothing is written twice at a time").isEqualTo(CheckpointDecline.NOT_READY);
        go.countDown();
        long id = firstThatIsTaken(3);
        List<StateHandle> next =
                segments(run.snapshot(id, 1, 0).operators().get("ledger").operatorStates());
        assertThat(SegmentHandles.file(next.get(0))).contains("/shared/1.");
        assertThat(SegmentHandles.file(next.get(1))).contains("/shared/" + id + ".");
        assertThat(books.writes).isEqualTo(Map.of(0L, 1, 4L, 1, 8L, 1));
        restartFrom(id);
        assertThat(end()).isEqualTo(numbers(12));
    }

    private long firstThatIsTaken(long from) throws Exception {
        long id = from;
        run.trigger(id, 0);
        while (run.answer(id, 1, 0) instanceof TaskReport.Declined) {
            run.trigger(++id, 0);
        }
        return id;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void anOperatorThatGivesNoSnapshotCostsTheCheckpoint() throws Exception {
        books.failure = new IllegalStateException("no snapshot now");
        run.trigger(1, 0);
        assertThat(run.declined(1, 1, 0).words()).contains("'ledger'", "no snapshot now");
        books.failure = null;
        assertThat(parts(2)).hasSize(1);
        assertThat(end()).isEmpty();
    }
}
