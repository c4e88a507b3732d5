package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * The way of a record: source poll → fused chain → channel selector → queue → gate → operator → sink, on the seeded
 * schedule of a simulation. {@code -Dfoggara.seeds=} asks for more schedules than the build explores.
 */
class RecordWayTest {
    private static final long RECORDS = 200;
    private static final int SEEDS = Integer.getInteger("foggara.seeds", 300);

    record Sum(long key, long value) {}

    /** What happened in one run, in order. */
    private record Story(List<String> steps, Map<Long, Long> last) {}

    private static JobGraph graph(Queue<Object> out, List<String> steps) {
        KeySelector<Sum, Long> key = Sum::key;
        return Pipeline.from("numbers", 2, new SourceSpec(new NumberSource(RECORDS, 4)))
                .then("sums", new MapSpec((Long n) -> {
                    steps.add("read " + n);
                    return new Sum(n % 7, n);
                }))
                .to(
                        "sum",
                        2,
                        new Partitioning.Hash(key),
                        new KeyedReduceSpec(key, (Sum a, Sum b) -> new Sum(a.key(), a.value() + b.value())))
                .then("see", new MapSpec((Sum sum) -> {
                    steps.add("sum " + sum);
                    return sum;
                }))
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
    }

    private static Story tell(long seed) {
        Queue<Object> out = new ConcurrentLinkedQueue<>();
        List<String> steps = new ArrayList<>();
        try (SimulatedRuntime runtime = new SimulatedRuntime(seed)) {
            runtime.run(() -> {
                try (TaskHarness harness = new TaskHarness(runtime, () -> graph(out, steps), new QueueShuffle(4, 8))) {
                    harness.runWell().release();
                    assertThat(harness.shuffle.openEnvironments).isZero();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            });
        }
        assertThat(out).hasSize((int) RECORDS);
        Map<Long, Long> last =
                out.stream().map(Sum.class::cast).collect(Collectors.toMap(Sum::key, Sum::value, Math::max));
        return new Story(steps, last);
    }

    @Test
    void everyScheduleBringsEveryRecordHomeOnce() {
        Map<Long, Long> expected = LongStream.range(0, RECORDS)
                .boxed()
                .collect(Collectors.groupingBy(n -> n % 7, Collectors.summingLong(n -> n)));
        Set<Integer> stories = ConcurrentHashMap.newKeySet();
        long[] seeds = SimulatedRuntime.seeds(SEEDS).toArray();
        LongStream.of(seeds).parallel().forEach(seed -> {
            Story story = tell(seed);
            assertThat(story.last()).as("seed " + seed).isEqualTo(expected);
            stories.add(story.steps().hashCode());
        });
        assertThat(stories).as("the seeds explore different schedules").hasSizeGreaterThan(seeds.length / 2);
    }

    @Test
    void oneSeedIsOneStory() {
        SimulatedRuntime.seeds(5).forEach(seed -> assertThat(tell(seed)).isEqualTo(tell(seed)));
    }
}
