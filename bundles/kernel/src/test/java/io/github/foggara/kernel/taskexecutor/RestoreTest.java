package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a task takes over, and what it refuses, in which words. */
@Timeout(60)
class RestoreTest {
    private static final KeySelector<Long, Long> KEY = number -> number % 3;
    private static final byte[] NOTHING = {};

    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private CheckpointedRun run;

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
    }

    private static OperatorSpec counting() {
        return new KeyedProcessSpec(KEY, new CountPerKey());
    }

    private void prepare(Supplier<OperatorSpec> count) {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("count", 1, new Partitioning.Hash(KEY), count.get())
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
    }

    private static OperatorSnapshot keyed(byte[] types, String backend, StateHandle handle) {
        return new OperatorSnapshot(
                types,
                Optional.of(new OperatorSnapshot.Keyed(backend, List.of(new OperatorSnapshot.Group(7, handle)))),
                List.of(),
                List.of(),
                List.of());
    }

    private static StateHandle inline(int... bytes) {
        byte[] array = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            array[i] = (byte) bytes[i];
        }
        return new StateHandle.Inline(array);
    }

    /** How the task of vertex 1 fails if it has to take this over. */
    private TaskReport.Failed failure(OperatorSnapshot snapshot) throws Exception {
        run.restore("count", snapshot);
        run.harness.run().release();
        assertThat(run.states.open).hasValue(0);
        assertThat(run.harness.plugins.leases).hasValue(0);
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
        assertThat(failed.operator()).isEqualTo("count");
        return failed;
    }

    @Test
    void aFileThatIsGoneIsToldInWords() throws Exception {
        prepare(RestoreTest::counting);
        TaskReport.Failed failed =
                failure(keyed(PlainStateTypes.TABLE, "longs", new StateHandle.InFile("checkpoints/3/1", 0, 4, 0)));
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace())
                .contains("Key group 7 of operator 'count' cannot be restored from checkpoint 3", "checkpoints/3/1");
    }

    @Test
    void bytesThatAreMissingOrTooManyAreDamage() throws Exception {
        for (StateHandle handle : List.of(inline(0, 0), inline(0, 0, 0, 0, 9))) {
            prepare(RestoreTest::counting);
            TaskReport.Failed failed = failure(keyed(PlainStateTypes.TABLE, "longs", handle));
            assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
            assertThat(failed.trace()).contains("Key group 7 of operator 'count' cannot be restored");
            run.close();
        }
    }

    @Test
    void aTypeThatDoesNotFitEndsTheJob() throws Exception {
        prepare(RestoreTest::counting);
        TaskReport.Failed failed = failure(keyed(PlainStateTypes.OTHER, "longs", inline(0, 0, 0, 0)));
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("of operator 'count': the type is another one");
    }

    @Test
    void aTableOfTypesThatCannotBeReadIsDamage() throws Exception {
        prepare(RestoreTest::counting);
        TaskReport.Failed failed = failure(keyed(NOTHING, "longs", inline(0, 0, 0, 0)));
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace()).contains("no table of types");
    }

    @Test
    void stateOfAnotherBackendEndsTheJob() throws Exception {
        prepare(RestoreTest::counting);
        TaskReport.Failed failed = failure(keyed(PlainStateTypes.TABLE, "rocks", inline(0, 0, 0, 0)));
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("'count'", "'rocks'", "'longs'");
    }

    @Test
    void stateOfAnOperatorThatHasNoKeyAnyMoreEndsTheJob() throws Exception {
        prepare(() -> new MapSpec((Long number) -> number));
        TaskReport.Failed failed = failure(keyed(PlainStateTypes.TABLE, "longs", inline(0, 0, 0, 0)));
        assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
        assertThat(failed.trace()).contains("'count'", "not behind a keyed edge any more");
    }

    @Test
    void aSplitThatCannotBeReadIsDamage() throws Exception {
        prepare(RestoreTest::counting);
        run.restore(
                "numbers", new OperatorSnapshot(NOTHING, Optional.empty(), List.of(), List.of(new byte[3]), List.of()));
        run.harness.run().release();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(0, 0);
        assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(failed.trace()).contains("A split of source 'numbers' cannot be restored from checkpoint 3");
    }

    @Test
    void aBackendThatIsNotThereIsNamed() throws Exception {
        prepare(RestoreTest::counting);
        run.harness.plugins.clear();
        run.harness.plugins.add(ShuffleService.class, "queue", run.harness.shuffle);
        run.harness.restores = (vertex, subtask) -> Optional.empty();
        run.harness.run();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
        assertThat(failed.trace()).contains("There is no state backend 'heap'", "state.backend.type");
        run.harness.release();
    }

    @Test
    void aBackendThatIsNotThereIsNoDamageOfWhatItIsToTakeOver() throws Exception {
        OperatorSnapshot.Named list = new OperatorSnapshot.Named("own", Kind.SPLIT, inline(0, 0, 0, 0, 0, 0, 0, 5));
        for (OperatorSnapshot snapshot : List.of(
                keyed(PlainStateTypes.TABLE, "longs", inline(0, 0, 0, 0)),
                new OperatorSnapshot(PlainStateTypes.TABLE, Optional.empty(), List.of(list), List.of(), List.of()))) {
            prepare(RestoreTest::counting);
            run.harness.plugins.clear();
            run.harness.plugins.add(ShuffleService.class, "queue", run.harness.shuffle);
            run.harness.plugins.add(CheckpointService.class, "memory", run.checkpoints);
            TaskReport.Failed failed = failure(snapshot);
            assertThat(failed.trace())
                    .contains("There is no state backend 'longs'")
                    .doesNotContain("cannot be restored");
            run.close();
        }
    }

    /** Keeps two lists of what came, and tells what they held in open. */
    private static final class Listing implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final transient List<String> told;
        private transient ListState<Long> own;
        private transient ListState<Long> all;

        Listing(List<String> told) {
            this.told = told;
        }

        @Override
        public void open(RuntimeContext context) {
            own = context.operatorState(new ListStateDescriptor<>("own", Long.class));
            all = context.unionState(new ListStateDescriptor<>("all", Long.class));
            told.add(own.get() + " " + all.get());
        }

        @Override
        public Long map(Long number) {
            own.add(number);
            all.add(-number);
            return number;
        }
    }

    private Map<ExecutionAttemptId, SubtaskSnapshot> snapshotOf(long id) throws Exception {
        run.trigger(id, 0);
        return run.acknowledged(id, 2);
    }

    private void begin() throws Exception {
        run.harness.deploy();
        run.awaitAllRunning();
    }

    @Test
    void listsOfTheSubtaskComeBackInOpen() throws Exception {
        List<String> told = new CopyOnWriteArrayList<>();
        prepare(() -> new MapSpec(new Listing(told)));
        begin();
        HandFedSource.feed(run.harness, run.harness.plan.attempt(0, 0), 1, 4);
        Map<ExecutionAttemptId, SubtaskSnapshot> cut = snapshotOf(1);
        int read = kinds(cut, Kind.SPLIT).size();
        assertThat(kinds(cut, Kind.UNION)).hasSize(read);
        run.restoreFrom(1, cut);
        run.restart();
        run.awaitAllRunning();
        List<Long> numbers = List.of(1L, 2L, 3L).subList(0, read);
        assertThat(told)
                .containsExactly(
                        "[] []", numbers + " " + numbers.stream().map(n -> -n).toList());
    }

    private List<OperatorSnapshot.Named> kinds(Map<ExecutionAttemptId, SubtaskSnapshot> cut, Kind kind) {
        OperatorSnapshot lists =
                cut.get(run.harness.plan.attempt(1, 0)).operators().get("count");
        return lists == null
                ? List.of()
                : lists.operatorStates().stream()
                        .filter(named -> named.kind() == kind)
                        .toList();
    }

    @Test
    void stateThatNobodyAsksForIsKept() throws Exception {
        prepare(() -> new MapSpec((Long number) -> number));
        byte[] five = ByteBuffer.allocate(Long.BYTES).putLong(5).array();
        run.restore(
                "count",
                new OperatorSnapshot(
                        PlainStateTypes.TABLE,
                        Optional.empty(),
                        List.of(new OperatorSnapshot.Named("old", Kind.SPLIT, new StateHandle.Inline(five))),
                        List.of(),
                        List.of()));
        begin();
        List<OperatorSnapshot.Named> kept = kinds(snapshotOf(4), Kind.SPLIT);
        assertThat(kept).hasSize(1);
        assertThat(kept.get(0).name()).isEqualTo("old");
        assertThat(kept.get(0).bytes().length()).isEqualTo(Long.BYTES);
    }

    /** Asks for state where it must not. */
    private static final class Asking implements MapFunction<Long, Long> {
        private static final long serialVersionUID = 1L;
        private final transient Function<RuntimeContext, ?> question;
        private final boolean late;
        private transient RuntimeContext context;

        Asking(Function<RuntimeContext, ?> question, boolean late) {
            this.question = question;
            this.late = late;
        }

        @Override
        public void open(RuntimeContext opened) {
            context = opened;
            if (!late) {
                question.apply(context);
            }
        }

        @Override
        public Long map(Long number) {
            question.apply(context);
            return number;
        }
    }

    private String traceOf(Asking asking) throws Exception {
        prepare(() -> new MapSpec(asking));
        run.harness.deploy();
        HandFedSource.feed(run.harness, run.harness.plan.attempt(0, 0), 0, 1);
        run.harness.await();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
        assertThat(failed.kind()).isEqualTo(FailureClass.USER_CODE);
        assertThat(failed.operator()).isEqualTo("count");
        return failed.trace();
    }

    @Test
    void stateIsAskedForInOpen() throws Exception {
        assertThat(traceOf(new Asking(c -> c.operatorState(new ListStateDescriptor<>("own", Long.class)), true)))
                .contains("'count' asked for the state 'own' outside open");
    }

    @Test
    void stateOfAKeyNeedsAKey() throws Exception {
        assertThat(traceOf(new Asking(c -> c.state(new ValueStateDescriptor<>("count", Long.class)), false)))
                .contains("'count' asked for state per key", "keyBy(...)");
    }

    @Test
    void aKeySelectorBehindAnOperatorHasNoState() throws Exception {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("count", 1, new Partitioning.Hash(new AskingKey()), counting())
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.run();
        assertThat(run.harness.failures().get(0).trace()).contains("A key selector behind operator 'numbers'");
    }

    /** Asks for state in open. */
    private static final class AskingKey implements KeySelector<Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public void open(RuntimeContext context) {
            context.operatorState(new ListStateDescriptor<>("own", Long.class));
        }

        @Override
        public Long key(Long number) {
            return number;
        }
    }
}
