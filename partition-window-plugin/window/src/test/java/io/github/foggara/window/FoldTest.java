package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** {@code reduce} and {@code aggregate} over a subtask. */
class FoldTest {
    /** They need no place to spill to. */
    private static final Operators OPERATORS = new Operators(Path.of("nowhere"));

    private static final TaskSetting NUMBERS = TaskSetting.of(Integer.class);

    private static <I, O> List<O> run(TaskSetting setting, Operator<I, O> operator, List<? extends I> records)
            throws Exception {
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(operator, setting)) {
            harness.run(records);
            return harness.output();
        }
    }

    /** Numbers of one of so many subtasks. */
    private static List<Integer> share(int count, int subtask, int of) {
        return IntStream.rangeClosed(1, count)
                .filter(i -> i % of == subtask)
                .boxed()
                .toList();
    }

    private static int total(Supplier<AggregateFunction<Integer, ?, Integer>> function) throws Exception {
        int total = 0;
        for (int subtask = 0; subtask < 2; subtask++) {
            Operator<Integer, Integer> operator = OPERATORS.whole("aggregate", function.get());
            List<Integer> results = run(NUMBERS.subtask(subtask, 2), operator, share(6, subtask, 2));
            assertThat(results).hasSize(1);
            total += results.get(0);
        }
        return total;
    }

    /** Scenario 1, I6: what {@code add} returns is the accumulator, mutable or not. */
    @Test
    void aggregateTakesTheReturnedAccumulator() throws Exception {
        assertThat(total(Folds.Sum::new)).isEqualTo(21);
        assertThat(total(Folds.SumInPlace::new)).isEqualTo(21);
    }

    /** Scenario 2, I5. */
    @Test
    void anEmptyPartitionHasAnAggregateAndNoReduction() throws Exception {
        for (int subtask = 0; subtask < 3; subtask++) {
            TaskSetting setting = NUMBERS.subtask(subtask, 3);
            assertThat(run(setting, OPERATORS.<Integer, Integer>whole("aggregate", new Folds.Sum()), List.of()))
                    .containsExactly(0);
            assertThat(run(setting, OPERATORS.<String, String>whole("reduce", new Folds.Join()), List.of()))
                    .isEmpty();
        }
    }

    @Test
    void reduceFoldsInTheOrderOfArrivalAndBeginsWithTheFirst() throws Exception {
        TaskSetting texts = TaskSetting.of(String.class);

        assertThat(run(texts, OPERATORS.<String, String>whole("reduce", new Folds.Join()), List.of("a", "b", "c")))
                .containsExactly("abc");
        ReduceFunction<String> never = (left, right) -> {
            throw new AssertionError("the seed is not passed through the function");
        };
        assertThat(run(texts, OPERATORS.<String, String>whole("reduce", never), List.of("a")))
                .containsExactly("a");
    }

    /** I7: nothing before the end of the input. */
    @Test
    void emitsOnlyWhenTheInputHasEnded() throws Exception {
        Operator<Integer, Integer> operator = OPERATORS.whole("aggregate", new Folds.Sum());
        try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(operator, NUMBERS)) {
            harness.run(new ScriptedInput<>(
                    share(9, 0, 1), given -> assertThat(harness.output()).isEmpty()));
            assertThat(harness.output()).containsExactly(45);
        }
    }

    @Test
    void nullIsRefusedInTheNameOfFunctionAndOperator() {
        ReduceFunction<Integer> reduce = (left, right) -> null;
        assertThatThrownBy(() -> run(NUMBERS, OPERATORS.<Integer, Integer>whole("reduce", reduce), List.of(1, 2)))
                .isInstanceOf(NullPointerException.class)
                .hasMessageContaining("FoldTest")
                .hasMessageContaining("'window'");

        Folds.Sum sum = new Folds.Sum();
        for (String method : List.of("createAccumulator", "add", "result")) {
            assertThatThrownBy(() -> run(
                            NUMBERS,
                            OPERATORS.<Integer, Integer>whole("aggregate", new NullAt(sum, method)),
                            List.of(1)))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("NullAt")
                    .hasMessageContaining("'window'")
                    .hasMessageContaining(method);
        }
    }

    private record NullAt(Folds.Sum sum, String method) implements AggregateFunction<Integer, Integer, Integer> {
        private Integer unless(String name, Integer value) {
            return name.equals(method) ? null : value;
        }

        @Override
        public Integer createAccumulator() {
            return unless("createAccumulator", 0);
        }

        @Override
        public Integer add(Integer value, Integer accumulator) {
            return unless("add", sum.add(value, accumulator));
        }

        @Override
        public Integer result(Integer accumulator) {
            return unless("result", accumulator);
        }

        @Override
        public Integer merge(Integer left, Integer right) {
            return sum.merge(left, right);
        }
    }

    /** One array that whoever emits writes each record into. */
    private record Reusing(int count) implements Iterable<long[]> {
        @Override
        public Iterator<long[]> iterator() {
            long[] reused = new long[2];
            return IntStream.range(0, count)
                    .mapToObj(i -> {
                        reused[0] = i * i;
                        reused[1] = 0;
                        return reused;
                    })
                    .iterator();
        }
    }

    /** I19: the results do not depend on whether records are objects of their own. */
    @Test
    void whoEmitsMayWriteIntoItsRecordAgain() throws Exception {
        for (int count = 0; count < 12; count++) {
            List<List<Long>> results = new ArrayList<>();
            for (boolean reuse : new boolean[] {false, true}) {
                List<long[]> output = new ArrayList<>();
                Operator<long[], long[]> operator = OPERATORS.whole("reduce", new Folds.Mixed());
                try (OperatorHarness<long[], long[]> harness =
                        new OperatorHarness<>(operator, TaskSetting.of(long[].class))) {
                    harness.open();
                    for (long[] record : new Reusing(count)) {
                        harness.process(reuse ? record : record.clone());
                    }
                    harness.end();
                    output.addAll(harness.output());
                }
                results.add(output.stream().map(array -> array[0]).toList());
            }
            assertThat(results.get(1)).isEqualTo(results.get(0)).hasSize(Math.min(count, 1));
        }
    }

    /** I19: an accumulator that keeps the records themselves. */
    @Test
    void anAccumulatorMayKeepItsRecords() throws Exception {
        Operator<long[], Object> operator = OPERATORS.whole("aggregate", new Keep());
        try (OperatorHarness<long[], Object> harness = new OperatorHarness<>(operator, TaskSetting.of(long[].class))) {
            harness.open();
            for (long[] record : new Reusing(4)) {
                harness.process(record);
            }
            harness.end();
            assertThat(harness.output()).containsExactly(List.of(0L, 1L, 4L, 9L));
        }
    }

    private static final class Keep implements AggregateFunction<long[], List<Object>, List<Long>> {
        @Override
        public List<Object> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public List<Object> add(long[] value, List<Object> accumulator) {
            accumulator.add(value);
            return accumulator;
        }

        @Override
        public List<Long> result(List<Object> accumulator) {
            return accumulator.stream().map(array -> ((long[]) array)[0]).toList();
        }

        @Override
        public List<Object> merge(List<Object> left, List<Object> right) {
            left.addAll(right);
            return left;
        }
    }
}
