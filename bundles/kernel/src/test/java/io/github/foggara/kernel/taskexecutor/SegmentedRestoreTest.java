package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What an operator with segmented state takes over, and what is refused, in which words. */
@Timeout(60)
class SegmentedRestoreTest {
    private static final StateHandle GONE = new StateHandle.InFile("checkpoints/shared/3.1", 0, 8, 0);

    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private final Ledger.Books books = new Ledger.Books(SegmentedState.Scope.KEY_GROUPS);
    private Operator<?, ?> operator = new Ledger(books);
    private CheckpointedRun run;

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
    }

    private void prepare(OperatorSpec spec) {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(1, 1)))
                        .to("ledger", 1, new Partitioning.Rebalance(), spec)
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.plugins.add(OperatorProvider.class, "pulling", reference -> operator);
    }

    private static StateHandle inline(long... numbers) {
        ByteBuffer bytes = ByteBuffer.allocate(numbers.length * Long.BYTES);
        for (long number : numbers) {
            bytes.putLong(number);
        }
        return new StateHandle.Inline(bytes.array());
    }

    private static OperatorSnapshot snapshot(byte[] types, OperatorSnapshot.Named... parts) {
        return new OperatorSnapshot(types, Optional.empty(), List.of(parts), List.of(), List.of());
    }

    private static OperatorSnapshot.Named part(String name, StateHandle handle) {
        return new OperatorSnapshot.Named(name, Kind.GROUP_SEGMENTS, handle);
    }

    private TaskReport.Failed failure(OperatorSnapshot snapshot) throws Exception {
        run.restore("ledger", snapshot);
        run.harness.run().release();
        assertThat(run.harness.plugins.leases).hasValue(0);
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
        assertThat(failed.operator()).isEqualTo("ledger");
        return failed;
    }

    private static OperatorSnapshot sound() {
        return snapshot(PlainStateTypes.TABLE, part("head", inline(7)), part("0", inline(5, 6)));
    }

    @Test
    void segmentsThatStandInTheMetadataAreTakenOver() throws Exception {
        prepare(PullOperatorTest.reference());
        run.restore("ledger", sound());
        run.harness.runWell();
        assertThat(sink.written(run.harness.plan.attempt(1, 0))).containsExactly(5L, 6L, 7L, 0L);
    }

    @Test
    void aSegmentThatIsGoneIsDamage() throws Exception {
        prepare(PullOperatorTest.reference());
        TaskReport.Failed failed =
                failure(snapshot(PlainStateTypes.TABLE, part("head", inline()), part("0", inline(1)), part("1", GONE)));
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace())
                .contains("Segment 1 of operator 'ledger' cannot be restored from checkpoint 3", "shared/3.1");
    }

    @Test
    void aHeadThatIsGoneIsDamage() throws Exception {
        prepare(PullOperatorTest.reference());
        TaskReport.Failed failed = failure(snapshot(PlainStateTypes.TABLE, part("head", GONE)));
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace()).contains("Segmented state of operator 'ledger' cannot be restored");
    }

    @Test
    void segmentsWithoutAHeadAreDamage() throws Exception {
        prepare(PullOperatorTest.reference());
        TaskReport.Failed failed = failure(snapshot(PlainStateTypes.TABLE, part("0", inline(1))));
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace()).contains("it has no head");
    }

    @Test
    void typesThatDoNotFitEndTheJob() throws Exception {
        prepare(PullOperatorTest.reference());
        TaskReport.Failed failed = failure(snapshot(PlainStateTypes.OTHER, part("head", inline())));
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("segments of operator 'ledger'");
    }

    @Test
    void stateThatNobodyKeepsAnyMoreEndsTheJob() throws Exception {
        prepare(new MapSpec((Long n) -> n));
        TaskReport.Failed failed = failure(sound());
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace())
                .contains("Checkpoint 3 holds segmented state of operator 'ledger', which keeps none any more");
    }

    @Test
    void anotherScopeEndsTheJob() throws Exception {
        operator = new Ledger(new Ledger.Books(SegmentedState.Scope.SUBTASK));
        prepare(PullOperatorTest.reference());
        TaskReport.Failed failed = failure(sound());
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("belongs to key groups, and is now kept by subtasks");
    }

    /** Registers where it must not. */
    private final class Registering implements Operator<Object, Object> {
        private final boolean late;
        private TaskContext context;

        Registering(boolean late) {
            this.late = late;
        }

        private void register() {
            context.segments(new Ledger(books), SegmentedState.Scope.SUBTASK);
        }

        @Override
        public void open(TaskContext opened) {
            context = opened;
            register();
            if (!late) {
                register();
            }
        }

        @Override
        public void process(int input, Object record, Collector<Object> out) {
            register();
        }
    }

    private String traceOf(boolean late) throws Exception {
        operator = new Registering(late);
        prepare(PullOperatorTest.reference());
        run.harness.run();
        return ((TaskReport.Failed) run.harness.outcome(1, 0)).trace();
    }

    @Test
    void itIsRegisteredOnce() throws Exception {
        assertThat(traceOf(false)).contains("'ledger' has registered segmented state before");
    }

    @Test
    void itIsRegisteredInOpen() throws Exception {
        assertThat(traceOf(true)).contains("'ledger' registers segmented state outside open");
    }
}
