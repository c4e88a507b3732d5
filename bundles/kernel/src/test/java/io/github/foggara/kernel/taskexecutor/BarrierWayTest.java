package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The way of a barrier: mail into the sources → in line with the records → align → snapshot → io → acknowledge; and back, when
 * tasks begin from what was acknowledged. On the seeded schedule of a simulation; {@code -Dfoggara.seeds=} asks for more.
 */
class BarrierWayTest {
    private static final long RECORDS = 200;
    private static final long KEYS = 7;
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 100);

    /** One run, with what its sink wrote. */
    private record Story(CheckpointedRun run, CommitSink sink) {
        static final KeySelector<Long, Long> KEY = number -> number % KEYS;

        static Story begin(SimulatedRuntime runtime) throws Exception {
            CommitSink sink = new CommitSink();
            CheckpointedRun run = new CheckpointedRun(runtime, () -> graph(sink), new QueueShuffle(4, 8));
            run.harness.deploy();
            run.awaitAllRunning();
            return new Story(run, sink);
        }

        private static JobGraph graph(CommitSink sink) {
            return Pipeline.from("numbers", 2, new SourceSpec(new HandFedSource()))
                    .to("count", 2, new Partitioning.Hash(KEY), new KeyedProcessSpec(KEY, new CountPerKey()))
                    .then("out", new SinkSpec(sink))
                    .build();
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

        /** Numbers that the sources had emitted at the cut. */
        Set<Long> emitted(Map<ExecutionAttemptId, SubtaskSnapshot> cut) {
            Set<Long> numbers = new HashSet<>();
            LongStream.range(0, RECORDS).forEach(numbers::add);
            cut.values()
                    .forEach(subtask -> splits(subtask)
                            .forEach(range ->
                                    LongStream.range(range.from(), range.to()).forEach(numbers::remove)));
            return numbers;
        }

        private static List<NumberSource.Range> splits(SubtaskSnapshot snapshot) {
            OperatorSnapshot source = snapshot.operators().get("numbers");
            return source == null
                    ? List.of()
                    : source.splits().stream()
                            .map(new HandFedSource().splitCodec()::decode)
                            .toList();
        }

        /** Count of each key at the cut. */
        Map<Long, Long> counts(Map<ExecutionAttemptId, SubtaskSnapshot> cut) {
            Map<Long, Long> counts = new HashMap<>();
            cut.values().forEach(subtask -> {
                OperatorSnapshot count = subtask.operators().get("count");
                if (count != null && count.keyed().isPresent()) {
                    count.keyed().get().groups().forEach(group -> read(group.bytes(), counts));
                }
            });
            return counts;
        }

        private void read(StateHandle handle, Map<Long, Long> counts) {
            StateHandle.InFile part = (StateHandle.InFile) handle;
            ByteBuffer bytes =
                    ByteBuffer.wrap(run.checkpoints.files.get(part.file()), (int) part.offset(), (int) part.length());
            int count = bytes.getInt();
            for (int i = 0; i < count; i++) {
                assertThat(counts.put(bytes.getLong(), bytes.getLong())).isNull();
            }
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

    private static void tell(long seed, Chapter chapter) {
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            runtime.run(() -> {
                try {
                    Story story = Story.begin(runtime);
                    try (CheckpointedRun run = story.run()) {
                        story.feed();
                        for (long turn = 0; turn < seed % 40; turn++) {
                            runtime.yieldPoint();
                        }
                        chapter.tell(story);
                        run.harness.release();
                        run.checkNothingIsOpen();
                    }
                } catch (Exception e) {
                    throw new AssertionError("seed " + seed, e);
                }
            });
        }
    }

    /** What happens in a story. */
    private interface Chapter {
        void tell(Story story) throws Exception;
    }

    @Test
    void everyCutIsExact() {
        Set<Integer> sizes = new HashSet<>();
        SimulatedRuntime.seeds(SEEDS)
                .forEach(seed -> tell(seed, story -> {
                    story.run().trigger(1, 0);
                    Map<ExecutionAttemptId, SubtaskSnapshot> cut = story.run().acknowledged(1, 4);
                    Set<Long> emitted = story.emitted(cut);
                    sizes.add(emitted.size());
                    checkCut(story, cut, emitted);
                    checkPositions(story, cut, emitted.size());
                    story.run().harness.await();
                }));
        assertThat(sizes).as("cuts are at different places").hasSizeGreaterThan(5);
    }

    private static void checkCut(Story story, Map<ExecutionAttemptId, SubtaskSnapshot> cut, Set<Long> emitted) {
        checkCounts(story, cut, emitted);
        assertThat(story.published(cut))
                .extracting(record -> ((CountPerKey.Counted) record).number())
                .containsExactlyInAnyOrderElementsOf(emitted);
    }

    private static void checkCounts(Story story, Map<ExecutionAttemptId, SubtaskSnapshot> cut, Set<Long> emitted) {
        Map<Long, Long> counts = new HashMap<>();
        emitted.forEach(number -> counts.merge(number % KEYS, 1L, Long::sum));
        assertThat(story.counts(cut)).isEqualTo(counts);
    }

    private static void checkPositions(Story story, Map<ExecutionAttemptId, SubtaskSnapshot> cut, long emitted) {
        Plan plan = story.run().harness.plan;
        long sum = 0;
        for (int consumer = 0; consumer < 2; consumer++) {
            long[] taken = cut.get(plan.attempt(1, consumer)).inputPositions();
            for (int producer = 0; producer < 2; producer++) {
                long[] appended = cut.get(plan.attempt(0, producer)).outputPositions();
                assertThat(taken[producer]).isEqualTo(appended[consumer]);
                sum += taken[producer];
            }
        }
        assertThat(sum).isEqualTo(emitted);
    }

    @Test
    void whatBeginsFromACutGoesOnFromIt() {
        SimulatedRuntime.seeds(SEEDS)
                .forEach(seed -> tell(seed, story -> {
                    CheckpointedRun run = story.run();
                    run.trigger(1, 0);
                    Map<ExecutionAttemptId, SubtaskSnapshot> cut = run.acknowledged(1, 4);
                    List<Object> records = story.published(cut);

                    run.restoreFrom(1, cut);
                    run.restart();
                    run.awaitAllRunning();
                    run.trigger(2, 0);
                    Map<ExecutionAttemptId, SubtaskSnapshot> next = run.acknowledged(2, 4);
                    checkCounts(story, next, story.emitted(next));
                    story.end();
                    run.harness.await();
                    for (int subtask = 0; subtask < 2; subtask++) {
                        records.addAll(story.sink().written(run.harness.plan.attempt(1, subtask)));
                    }
                    checkWhole(records);
                }));
    }

    /** Every number once, and the numbers of each key counted without a gap or a repetition. */
    private static void checkWhole(List<Object> records) {
        List<Long> numbers = new ArrayList<>();
        Set<List<Long>> places = new HashSet<>();
        records.forEach(record -> {
            CountPerKey.Counted counted = (CountPerKey.Counted) record;
            numbers.add(counted.number());
            assertThat(places.add(List.of(counted.key(), counted.place()))).isTrue();
        });
        assertThat(numbers)
                .containsExactlyInAnyOrderElementsOf(
                        LongStream.range(0, RECORDS).boxed().toList());
        places.forEach(place -> assertThat(place.get(1)).isLessThanOrEqualTo(RECORDS / KEYS + 1));
    }

    @Test
    void cutsFollowOneAnother() {
        SimulatedRuntime.seeds(SEEDS / 4)
                .forEach(seed -> tell(seed, story -> {
                    CheckpointedRun run = story.run();
                    List<Object> published = new ArrayList<>();
                    for (long id = 1; id <= 3; id++) {
                        run.trigger(id, 0);
                        Map<ExecutionAttemptId, SubtaskSnapshot> cut = answered(run, id);
                        if (cut.size() < 4) {
                            break;
                        }
                        published.addAll(story.published(cut));
                        assertThat(published)
                                .extracting(record -> ((CountPerKey.Counted) record).number())
                                .containsExactlyInAnyOrderElementsOf(story.emitted(cut));
                        run.complete(id);
                    }
                    run.harness.await();
                }));
    }

    /** What was acknowledged, when all have answered or ended. */
    private static Map<ExecutionAttemptId, SubtaskSnapshot> answered(CheckpointedRun run, long id) throws Exception {
        TaskHarness harness = run.harness;
        while (harness.answers.getOrDefault(id, Map.of()).size() < 4 && harness.outcomes.size() < 4) {
            harness.next();
        }
        Map<ExecutionAttemptId, SubtaskSnapshot> cut = new HashMap<>();
        harness.answers.getOrDefault(id, Map.of()).forEach((attempt, answer) -> {
            if (answer instanceof TaskReport.Acknowledged acknowledged) {
                cut.put(attempt, acknowledged.snapshot());
            }
        });
        return cut;
    }
}
