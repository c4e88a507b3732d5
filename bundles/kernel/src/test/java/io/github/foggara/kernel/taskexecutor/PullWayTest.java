package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.PullOperator;
import io.github.foggara.api.task.RecordCursor;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Barriers on their way through an operator that asks for its records: whatever the schedule, a cut is exactly between two records. As
 * {@link BarrierWayTest}.
 */
class PullWayTest {
    private static final long RECORDS = 40;
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 60);

    /** Its state are the numbers it was given; it emits them when its input has ended. */
    private static final class Keeping implements PullOperator<Object, Object> {
        private TaskContext context;
        private ListState<Long> kept;

        @Override
        public void open(TaskContext opened) {
            context = opened;
            kept = context.operatorState(new ListStateDescriptor<>("kept", Long.class));
        }

        @Override
        public void pull(RecordCursor<Object> input, Collector<Object> out) throws Exception {
            while (input.advance()) {
                kept.add((Long) input.record());
            }
        }

        @Override
        public void endInput(int input, Collector<Object> out) throws Exception {
            List<Long> rest = new ArrayList<>();
            kept.get().forEach(rest::add);
            while (!rest.isEmpty()) {
                for (int i = 0; i < 128; i++) {
                    context.betweenRecords();
                }
                out.collect(rest.remove(0));
                kept.clear();
                rest.forEach(kept::add);
            }
        }
    }

    private static JobGraph graph(CommitSink sink) {
        return Pipeline.from("numbers", 2, new SourceSpec(new HandFedSource()))
                .to("pull", 2, new Partitioning.Rebalance(), PullOperatorTest.reference())
                .then("out", new SinkSpec(sink))
                .build();
    }

    /** One run, with what its sink wrote. */
    private record Story(CheckpointedRun run, CommitSink sink) {
        static Story begin(SimulatedRuntime runtime) throws Exception {
            CommitSink sink = new CommitSink();
            CheckpointedRun run = new CheckpointedRun(runtime, () -> graph(sink), new QueueShuffle(4, 8));
            run.harness.plugins.add(OperatorProvider.class, "pulling", reference -> new Keeping());
            run.harness.deploy();
            run.awaitAllRunning();
            return new Story(run, sink);
        }

        void feed() {
            for (int subtask = 0; subtask < 2; subtask++) {
                long from = subtask * RECORDS / 2;
                HandFedSource.feed(run.harness, run.harness.plan.attempt(0, subtask), from, from + RECORDS / 2);
            }
            end();
        }

        void end() {
            for (int subtask = 0; subtask < 2; subtask++) {
                HandFedSource.end(run.harness, run.harness.plan.attempt(0, subtask));
            }
        }

        /** Empty if some task had ended before. */
        Map<ExecutionAttemptId, SubtaskSnapshot> cut() throws Exception {
            TaskHarness harness = run.harness;
            run.trigger(1, 0);
            while (harness.answers.getOrDefault(1L, Map.of()).size() < 4 && harness.outcomes.size() < 4) {
                harness.next();
            }
            boolean whole = harness.answers.getOrDefault(1L, Map.of()).values().stream()
                            .filter(TaskReport.Acknowledged.class::isInstance)
                            .count()
                    == 4;
            return whole ? run.acknowledged(1, 4) : Map.of();
        }

        /** Numbers that the sources had emitted at the cut. */
        Set<Long> emitted(Map<ExecutionAttemptId, SubtaskSnapshot> cut) {
            Set<Long> numbers = new HashSet<>();
            LongStream.range(0, RECORDS).forEach(numbers::add);
            cut.values().forEach(subtask -> {
                OperatorSnapshot source = subtask.operators().get("numbers");
                if (source != null) {
                    source.splits().stream()
                            .map(new HandFedSource().splitCodec()::decode)
                            .forEach(range ->
                                    LongStream.range(range.from(), range.to()).forEach(numbers::remove));
                }
            });
            return numbers;
        }

        /** Numbers that the cut holds, in state or to be published. */
        List<Long> held(Map<ExecutionAttemptId, SubtaskSnapshot> cut) {
            List<Long> numbers = new ArrayList<>();
            cut.values().forEach(subtask -> {
                OperatorSnapshot pull = subtask.operators().get("pull");
                if (pull != null) {
                    pull.operatorStates().forEach(named -> numbers.add(read(named.bytes())));
                }
            });
            published(cut).forEach(record -> numbers.add((Long) record));
            return numbers;
        }

        private long read(StateHandle handle) {
            StateHandle.InFile part = (StateHandle.InFile) handle;
            return ByteBuffer.wrap(run.checkpoints.files.get(part.file())).getLong((int) part.offset());
        }

        List<Object> published(Map<ExecutionAttemptId, SubtaskSnapshot> cut) {
            List<byte[]> committables = new ArrayList<>();
            cut.values().forEach(subtask -> {
                if (subtask.operators().containsKey("out")) {
                    committables.addAll(subtask.operators().get("out").committables());
                }
            });
            return sink.records(committables);
        }
    }

    /** What happens in a story. */
    private interface Chapter {
        void tell(Story story) throws Exception;
    }

    private static void tell(long seed, Chapter chapter) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            runtime.run(() -> {
                try {
                    Story story = Story.begin(runtime);
                    try (CheckpointedRun run = story.run()) {
                        story.feed();
                        for (long turn = 0; turn < seed * 37 % 200; turn++) {
                            runtime.yieldPoint();
                        }
                        chapter.tell(story);
                        run.harness.release();
                        run.checkNothingIsOpen();
                    }
                } catch (Exception | AssertionError e) {
                    throw new AssertionError("seed " + seed, e);
                }
            });
        }
    }

    @Test
    void everyCutIsExact() {
        Set<Integer> sizes = new HashSet<>();
        Set<Integer> published = new HashSet<>();
        SimulatedRuntime.seeds(SEEDS)
                .forEach(seed -> tell(seed, story -> {
                    Map<ExecutionAttemptId, SubtaskSnapshot> cut = story.cut();
                    if (cut.isEmpty()) {
                        return;
                    }
                    Set<Long> emitted = story.emitted(cut);
                    sizes.add(emitted.size());
                    published.add(story.published(cut).size());
                    assertThat(story.held(cut)).containsExactlyInAnyOrderElementsOf(emitted);
                    story.run().harness.await();
                }));
        assertThat(sizes).as("cuts are at different places").hasSizeGreaterThan(5);
        assertThat(published)
                .as("some are in the middle of what is emitted at the end")
                .hasSizeGreaterThan(1);
    }

    @Test
    void whatBeginsFromACutGoesOnFromIt() {
        SimulatedRuntime.seeds(SEEDS)
                .forEach(seed -> tell(seed, story -> {
                    CheckpointedRun run = story.run();
                    Map<ExecutionAttemptId, SubtaskSnapshot> cut = story.cut();
                    if (cut.isEmpty()) {
                        return;
                    }
                    List<Object> records = story.published(cut);
                    run.restoreFrom(1, cut);
                    run.restart();
                    run.awaitAllRunning();
                    story.end();
                    run.harness.await();
                    for (int subtask = 0; subtask < 2; subtask++) {
                        records.addAll(story.sink().written(run.harness.plan.attempt(1, subtask)));
                    }
                    assertThat(records)
                            .containsExactlyInAnyOrderElementsOf(
                                    LongStream.range(0, RECORDS).boxed().toList());
                }));
    }
}
