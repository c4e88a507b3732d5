package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Operators whose partitions are keys. */
class KeyedTest {
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

    private TaskSetting of(Class<?> type) {
        return operators.setting(type).with(Operation.types(0));
    }

    private List<TaskSetting> settings(Class<?> type) {
        return List.of(of(type), of(type).withSnapshots(false));
    }

    /** Nothing leaves before the end (I7). */
    private static <I, O> List<O> run(TaskSetting setting, Operator<I, O> operator, List<? extends I> records)
            throws Exception {
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(operator, setting)) {
            harness.run(new ScriptedInput<I>(
                    records, given -> assertThat(harness.output()).isEmpty()));
            return harness.output();
        }
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    private static KeySelector<Integer, Integer> modulo(int divisor) {
        return record -> record % divisor;
    }

    /** Scenario 1, I5, I6: keyed by x % 2, mutable accumulator or not. */
    @Test
    void aggregateHasAResultForEachKey() throws Exception {
        for (TaskSetting setting : settings(Integer.class)) {
            for (AggregateFunction<Integer, ?, Integer> sum : List.of(new Folds.Sum(), new Folds.SumInPlace())) {
                assertThat(run(
                                setting,
                                operators.<Integer, Integer>keyed("aggregate", Map.of(), modulo(2), sum),
                                numbers(6)))
                        .containsExactlyInAnyOrder(12, 9);
            }
        }
    }

    /** Scenario 2: no keys, no results, no calls. */
    @Test
    void nothingComesOfNothing() throws Exception {
        MapPartitionFunction<Integer, Integer> never = (records, out) -> {
            throw new AssertionError("there is no key");
        };
        ReduceFunction<Integer> sum = Integer::sum;
        for (TaskSetting setting : settings(Integer.class)) {
            assertThat(run(
                            setting,
                            operators.<Integer, Integer>keyed("aggregate", Map.of(), modulo(2), new Folds.Sum()),
                            List.of()))
                    .isEmpty();
            assertThat(run(setting, operators.<Integer, Integer>keyed("reduce", Map.of(), modulo(2), sum), List.of()))
                    .isEmpty();
            assertThat(run(
                            setting,
                            operators.<Integer, Integer>keyed("map-partition", Map.of(), modulo(2), never),
                            List.of()))
                    .isEmpty();
            assertThat(run(
                            setting,
                            operators.<Integer, Integer>keyed(
                                    "sort", Map.of("sort.0", "ascending auto field *"), modulo(2)),
                            List.of()))
                    .isEmpty();
        }
    }

    /** As a plain program would do it, with little memory and much. */
    @Test
    void everyOperationDoesWhatItSays() throws Exception {
        for (long seed : Seeds.all(6)) {
            Random random = new Random(seed);
            for (Operation operation : Operation.all(random)) {
                List<Item> items = Operation.items(random, random.nextInt(3_000), 1 + random.nextInt(300), 50);
                String memory = "" + (SortMemory.LEAST << random.nextInt(8));
                TaskSetting setting = of(Item.class)
                        .withSnapshots(random.nextBoolean())
                        .with(WindowOptions.SORT_MEMORY.key(), memory)
                        .with(WindowOptions.KEYED_MEMORY.key(), memory);
                List<Item> output = run(setting, operation.make(operators), items);
                Map<Integer, List<Item>> results = operation.byKey(output);
                assertThat(results).as("seed %d, %s", seed, operation).isEqualTo(operation.results(items));
                assertThat(results.values().stream().flatMap(List::stream).toList())
                        .as("seed %d, %s: each key in one piece", seed, operation)
                        .isEqualTo(output);
            }
        }
    }

    /** Scenario 7, D2, I4: spilling changes nothing. */
    @Test
    void aKeyedSortWithTheLeastMemoryIsThatWithMuch() throws Exception {
        Random random = new Random(7);
        List<Item> items = Operation.items(random, 200_000, 3, 200_000);
        Operation sort = Operation.sort(true, io.github.foggara.api.sort.Order.ASCENDING, Long.MAX_VALUE);
        TaskSetting setting = of(Item.class).withSnapshots(false);
        List<Item> least =
                run(setting.with(WindowOptions.KEYED_MEMORY.key(), "" + SortMemory.LEAST), sort.make(operators), items);

        int inversions = 0;
        int changes = 0;
        for (int i = 1; i < least.size(); i++) {
            Item before = least.get(i - 1);
            Item after = least.get(i);
            changes += before.key() == after.key() ? 0 : 1;
            inversions += before.key() == after.key() && before.value() > after.value() ? 1 : 0;
        }
        assertThat(inversions).isZero();
        assertThat(changes).isEqualTo(2);
        assertThat(least).hasSize(200_000);
        assertThat(run(setting.with(WindowOptions.KEYED_MEMORY.key(), "64 mb"), sort.make(operators), items))
                .isEqualTo(least);
    }

    /** I14, §3.1: each call has a partition of its own, which ends with it; what it leaves is passed over. */
    @Test
    void aFunctionMayReadAsMuchAsItWants() throws Exception {
        List<Integer> records = numbers(2_000);
        for (TaskSetting setting : settings(Integer.class)) {
            List<Iterator<Integer>> kept = new ArrayList<>();
            MapPartitionFunction<Integer, Integer> function = (partition, out) -> {
                kept.forEach(
                        iterator -> assertThatThrownBy(iterator::hasNext).isInstanceOf(IllegalStateException.class));
                Iterator<Integer> iterator = partition.iterator();
                kept.add(iterator);
                switch (kept.size() % 4) {
                    case 0 -> out.collect(0);
                    case 1 -> {
                        assertThat(iterator.hasNext()).isTrue();
                        assertThat(iterator.hasNext()).isTrue();
                        out.collect(iterator.next() % 40);
                    }
                    default -> {
                        int count = 0;
                        while (iterator.hasNext()) {
                            iterator.next();
                            count++;
                        }
                        assertThat(iterator.hasNext()).isFalse();
                        assertThatThrownBy(iterator::next).isInstanceOf(NoSuchElementException.class);
                        assertThatThrownBy(partition::iterator).isInstanceOf(IllegalStateException.class);
                        out.collect(-count);
                    }
                }
            };
            List<Integer> output =
                    run(setting, operators.keyed("map-partition", Map.of(), modulo(40), function), records);
            assertThat(kept).hasSize(40);
            assertThat(output).hasSize(40).allMatch(result -> result >= 0 || result == -50);
        }
    }

    /** I5, FLINK-36423: opened once, called once per key, closed once; the key selector as well. */
    @Test
    void functionsAreOpenedAndClosedOnce() throws Exception {
        for (TaskSetting setting : settings(Integer.class)) {
            List<String> log = new ArrayList<>();
            run(setting, operators.keyed("map-partition", Map.of(), new RichKey(log), new RichCall(log)), numbers(9));
            assertThat(log).containsExactly("open key", "open window", "call", "call", "call", "close key", "close");
        }
    }

    private static final class RichKey implements KeySelector<Integer, Integer> {
        private final transient List<String> log;

        RichKey(List<String> log) {
            this.log = log;
        }

        @Override
        public void open(RuntimeContext context) {
            log.add("open key");
        }

        @Override
        public Integer key(Integer record) {
            return record % 3;
        }

        @Override
        public void close() {
            log.add("close key");
        }
    }

    private static final class RichCall implements MapPartitionFunction<Integer, Integer> {
        private final transient List<String> log;

        RichCall(List<String> log) {
            this.log = log;
        }

        @Override
        public void open(RuntimeContext context) {
            log.add("open " + context.operatorName());
        }

        @Override
        public void mapPartition(Iterable<Integer> records, Collector<Integer> out) {
            log.add("call");
        }

        @Override
        public void close() {
            log.add("close");
        }
    }

    /** Keys that are equal although their bytes are not. */
    @Test
    void equalKeysAreOneKeyWhateverTheirBytes() throws Exception {
        double[] nans = {
            Double.NaN, Double.longBitsToDouble(0x7FF8000000000001L), Double.longBitsToDouble(0x7FF8FFFFFFFFFFFFL)
        };
        KeySelector<Integer, Double> key = record -> record % 4 == 3 ? 0.5 : nans[record % 4];
        for (TaskSetting setting : settings(Integer.class)) {
            assertThat(run(
                            setting,
                            operators.<Integer, Integer>keyed("aggregate", Map.of(), key, new Folds.Sum()),
                            numbers(8)))
                    .containsExactlyInAnyOrder(1 + 2 + 4 + 5 + 6 + 8, 3 + 7);
        }
    }

    @Test
    void aNullKeyIsRefused() {
        KeySelector<Integer, Integer> none = record -> null;
        assertThatThrownBy(() -> run(
                        of(Integer.class),
                        operators.<Integer, Integer>keyed("aggregate", Map.of(), none, new Folds.Sum()),
                        List.of(1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("null");
    }

    /** I19: records are encoded as they come. */
    @Test
    void whoEmitsMayWriteIntoItsRecordAgain() throws Exception {
        ReduceFunction<long[]> sum = (left, right) -> {
            left[1] += right[1];
            return left;
        };
        KeySelector<long[], Long> key = record -> record[0];
        long[] reused = new long[2];
        for (TaskSetting setting : settings(long[].class)) {
            try (OperatorHarness<long[], long[]> harness =
                    new OperatorHarness<>(operators.keyed("reduce", Map.of(), key, sum), setting)) {
                harness.open();
                for (int i = 0; i < 100; i++) {
                    reused[0] = i % 2;
                    reused[1] = i;
                    harness.process(reused);
                }
                harness.end();
                Map<Long, Long> sums = new TreeMap<>();
                harness.output().forEach(result -> sums.put(result[0], result[1]));
                assertThat(sums).isEqualTo(Map.of(0L, 2_450L, 1L, 2_500L));
            }
        }
    }

    /** Scenario 9, I10: whatever throws, and wherever. */
    @Test
    void whatAFunctionThrowsLeavesAsItIs() {
        Exception bug = new java.io.IOException("user bug");
        KeySelector<Integer, Integer> badKey = record -> {
            throw bug;
        };
        ReduceFunction<Integer> badReduce = (left, right) -> {
            throw Sneaky.thrown(bug);
        };
        MapPartitionFunction<Integer, Integer> badCall = (records, out) -> {
            records.iterator().next();
            throw bug;
        };
        for (TaskSetting setting : settings(Integer.class)) {
            for (Operator<Integer, Integer> operator : List.<Operator<Integer, Integer>>of(
                    operators.keyed("aggregate", Map.of(), badKey, new Folds.Sum()),
                    operators.keyed("reduce", Map.of(), modulo(1), badReduce),
                    operators.keyed("map-partition", Map.of(), modulo(1), badCall))) {
                assertThatThrownBy(() -> run(setting, operator, numbers(5))).isSameAs(bug);
            }
        }
    }

    /** I15: a function may emit more than any output holds before it reads. */
    @Test
    void aFunctionMayEmitManyRecordsForAKey() throws Exception {
        MapPartitionFunction<Integer, Integer> function = (records, out) -> {
            for (int i = 0; i < 50_000; i++) {
                out.collect(i);
            }
            records.forEach(out::collect);
        };
        for (TaskSetting setting : settings(Integer.class)) {
            List<Integer> output =
                    run(setting, operators.keyed("map-partition", Map.of(), modulo(2), function), numbers(4));
            assertThat(output).hasSize(100_004).startsWith(0, 1, 2);
        }
    }
}
