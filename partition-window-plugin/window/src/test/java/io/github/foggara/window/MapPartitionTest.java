package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.testkit.task.CanceledError;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mapPartition} over a subtask, with snapshots and without. */
class MapPartitionTest {
    @TempDir
    private Path directory;

    private Operators operators;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    private OperatorHarness<Integer, Integer> harness(
            TaskSetting setting, MapPartitionFunction<Integer, Integer> function) {
        return new OperatorHarness<>(operators.whole("map-partition", function), setting);
    }

    private List<Integer> run(
            TaskSetting setting, MapPartitionFunction<Integer, Integer> function, List<Integer> records)
            throws Exception {
        try (OperatorHarness<Integer, Integer> harness = harness(setting, function)) {
            harness.run(records);
            return harness.output();
        }
    }

    /** With snapshots and without. */
    private List<TaskSetting> settings() {
        TaskSetting with = operators.setting(Integer.class);
        return List.of(with, with.withSnapshots(false));
    }

    private static int count(Iterable<Integer> records) {
        int count = 0;
        for (Integer ignored : records) {
            count++;
        }
        return count;
    }

    /** Scenario 2, I5: one call per subtask, also without records. */
    @Test
    void isCalledOncePerSubtaskAlsoWithoutRecords() throws Exception {
        for (TaskSetting setting : settings()) {
            for (int subtask = 0; subtask < 3; subtask++) {
                List<Integer> calls = new ArrayList<>();
                assertThat(run(
                                setting.subtask(subtask, 3),
                                (records, out) -> {
                                    calls.add(1);
                                    out.collect(count(records));
                                },
                                List.of()))
                        .containsExactly(0);
                assertThat(calls).hasSize(1);
            }
        }
    }

    /** I7, R8: what it emits while it reads leaves when the input has ended, in the order it was emitted. */
    @Test
    void nothingLeavesBeforeTheInputHasEnded() throws Exception {
        for (TaskSetting setting : settings()) {
            try (OperatorHarness<Integer, Integer> harness = harness(setting, (records, out) -> {
                out.collect(-1);
                records.forEach(out::collect);
                out.collect(-2);
            })) {
                harness.run(new ScriptedInput<>(
                        numbers(500), given -> assertThat(harness.output()).isEmpty()));
                List<Integer> expected = new ArrayList<>(numbers(500));
                expected.add(0, -1);
                expected.add(-2);
                assertThat(harness.output()).isEqualTo(expected);
            }
        }
    }

    /** I14, §3.1. */
    @Test
    void thePartitionIsIteratedOnceAndCarefully() throws Exception {
        for (TaskSetting setting : settings()) {
            List<Integer> output = run(
                    setting,
                    (records, out) -> {
                        Iterator<Integer> iterator = records.iterator();
                        for (int i = 0; i < 5; i++) {
                            assertThat(iterator.hasNext()).isTrue();
                        }
                        out.collect(iterator.next());
                        out.collect(iterator.next());
                        assertThatThrownBy(iterator::remove).isInstanceOf(UnsupportedOperationException.class);
                        assertThatThrownBy(records::iterator)
                                .isInstanceOf(IllegalStateException.class)
                                .hasMessageContaining("iterated once")
                                .hasMessageContaining("'window'");
                        assertThat(iterator.hasNext()).isFalse();
                        assertThatThrownBy(iterator::next)
                                .isInstanceOf(NoSuchElementException.class)
                                .hasMessageContaining("'window'");
                        assertThat(iterator.hasNext()).isFalse();
                        out.collect(9);
                    },
                    List.of(7, 8));
            assertThat(output).containsExactly(7, 8, 9);
        }
    }

    /** Scenario 10: the third {@code next} of two records throws inside the function, and the attempt fails with that. */
    @Test
    void readingPastTheEndFails() {
        for (TaskSetting setting : settings()) {
            assertThatThrownBy(() -> run(
                            setting,
                            (records, out) -> {
                                Iterator<Integer> iterator = records.iterator();
                                iterator.next();
                                iterator.next();
                                iterator.next();
                            },
                            List.of(1, 2)))
                    .isInstanceOf(NoSuchElementException.class);
        }
    }

    /** Scenario 10: one of 100 000 records. */
    @Test
    void mayReturnBeforeItHasReadAll() throws Exception {
        for (TaskSetting setting : settings()) {
            ScriptedInput<Integer> input = new ScriptedInput<>(numbers(100_000));
            try (OperatorHarness<Integer, Integer> harness = harness(
                    setting, (records, out) -> out.collect(records.iterator().next()))) {
                harness.run(input);
                assertThat(harness.output()).containsExactly(1);
                assertThat(input.given()).isEqualTo(100_000);
            }
        }
    }

    /** Scenario 19, I15. */
    @Test
    void mayEmitAMillionRecordsBeforeItReadsOne() throws Exception {
        for (TaskSetting setting : settings()) {
            List<Integer> output = run(
                    setting,
                    (records, out) -> {
                        for (int i = 0; i < 1_000_000; i++) {
                            out.collect(i);
                        }
                        records.forEach(out::collect);
                    },
                    List.of(-5, -6));
            assertThat(output).hasSize(1_000_002).startsWith(0, 1, 2).endsWith(999_998, 999_999, -5, -6);
        }
    }

    /** What is emitted behind the last record need not be held back where nothing is restored. */
    @Test
    void withoutSnapshotsResultsLeaveAsSoonAsTheInputHasEnded() throws Exception {
        TaskSetting setting = operators.setting(Integer.class).withSnapshots(false);
        List<Supplier<List<Integer>>> output = new ArrayList<>();
        try (OperatorHarness<Integer, Integer> harness = harness(setting, (records, out) -> {
            out.collect(-1);
            count(records);
            out.collect(-2);
            assertThat(output.get(0).get()).containsExactly(-1, -2);
            out.collect(-3);
        })) {
            output.add(harness::output);
            harness.run(numbers(3));
            assertThat(harness.output()).containsExactly(-1, -2, -3);
        }
    }

    /** Scenario 9, I10: the cause is the function's own, Errors too; R8: what the function had emitted has not left. */
    @Test
    void whatItThrowsLeavesAsItIs() throws Exception {
        for (Throwable bug : List.of(new java.io.IOException("user bug"), new OutOfMemoryError("user bug"))) {
            for (TaskSetting setting : settings()) {
                try (OperatorHarness<Integer, Integer> harness = harness(setting, (records, out) -> {
                    for (Integer record : records) {
                        out.collect(record);
                        if (record == 5) {
                            throw Sneaky.thrown(bug);
                        }
                    }
                })) {
                    assertThatThrownBy(() -> harness.run(numbers(10))).isSameAs(bug);
                    assertThat(harness.output()).isEmpty();
                }
            }
        }
    }

    /** Matrix, cancel: the iterator and the collector end the function. */
    @Test
    void aCancelEndsTheFunction() {
        for (TaskSetting setting : settings()) {
            assertThatThrownBy(() -> {
                        try (OperatorHarness<Integer, Integer> harness =
                                harness(setting, (records, out) -> count(records))) {
                            harness.run(new ScriptedInput<>(numbers(10), given -> {
                                if (given == 5) {
                                    harness.context().cancel();
                                }
                            }));
                        }
                    })
                    .isInstanceOf(CanceledError.class);
            assertThatThrownBy(() -> {
                        try (OperatorHarness<Integer, Integer> harness = harness(setting, (records, out) -> {
                            while (true) {
                                out.collect(1);
                            }
                        })) {
                            harness.context().between(() -> {
                                if (harness.context().betweens() == 100) {
                                    harness.context().cancel();
                                }
                            });
                            harness.run(numbers(3));
                        }
                    })
                    .isInstanceOf(CanceledError.class);
        }
    }

    @Test
    void emittingNullIsRefused() {
        for (TaskSetting setting : settings()) {
            assertThatThrownBy(() -> run(setting, (records, out) -> out.collect(null), List.of()))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("'window'");
        }
    }

    @Test
    void partitionAndCollectorEndWithTheCall() throws Exception {
        for (TaskSetting setting : settings()) {
            Kept kept = new Kept();
            assertThat(run(setting, kept, List.of(1, 2))).containsExactly(1);
            assertThatThrownBy(() -> kept.iterator.hasNext()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> kept.iterator.next()).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> kept.out.collect(1)).isInstanceOf(IllegalStateException.class);
            assertThat(kept.log).containsExactly("open window 0 of 1", "call", "close");
        }
    }

    /** A rich function, opened before and closed after its one call. */
    private static final class Kept implements MapPartitionFunction<Integer, Integer> {
        private final transient List<String> log = new ArrayList<>();
        private transient Iterator<Integer> iterator;
        private transient Collector<Integer> out;

        @Override
        public void open(RuntimeContext context) {
            log.add("open " + context.operatorName() + " " + context.subtask() + " of " + context.parallelism());
        }

        @Override
        public void mapPartition(Iterable<Integer> records, Collector<Integer> collector) {
            log.add("call");
            iterator = records.iterator();
            out = collector;
            out.collect(iterator.next());
        }

        @Override
        public void close() {
            log.add("close");
        }
    }

    /** I19: whoever keeps records keeps what they were, also if their arrays are used again. */
    @Test
    void aFunctionMayKeepRecordsWhoeverUsesTheirObjectsAgain() throws Exception {
        for (TaskSetting base : settings()) {
            TaskSetting setting = base.with("pipeline.object-reuse", "true");
            long[] reused = new long[1];
            List<long[]> records = List.of(reused, reused, reused);
            MapPartitionFunction<long[], Long> keep = (partition, out) -> {
                List<long[]> kept = new ArrayList<>();
                partition.forEach(kept::add);
                kept.forEach(array -> out.collect(array[0]));
            };
            try (OperatorHarness<long[], Long> harness =
                    new OperatorHarness<>(operators.whole("map-partition", keep), setting)) {
                harness.run(new ScriptedInput<>(records, given -> reused[0] = 10 + given));
                assertThat(harness.output()).containsExactly(10L, 11L, 12L);
            }
        }
    }
}
