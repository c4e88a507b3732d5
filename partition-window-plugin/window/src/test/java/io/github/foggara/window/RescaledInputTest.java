package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * With another parallelism a subtask that takes over what a finished one had left may be dealt input that others had not read: what the former one
 * has done says nothing about that.
 */
class RescaledInputTest {
    private static final Operation SORT = Operation.sort(false, Order.ASCENDING, SortSpec.ALL);

    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting items;
    private TaskSetting numbers;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        items = operators
                .setting(Item.class)
                .with(Operation.types(0))
                .with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST);
        numbers = operators.setting(Integer.class);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    /** A snapshot of the only subtask when so many results have left; of the end if it is more. */
    private <I, O> StoredSnapshot emitted(Operator<I, O> operator, TaskSetting at, List<I> records, int count)
            throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(operator, at)) {
            harness.context().between(() -> {
                if (harness.output().size() == count) {
                    taken.add(harness.snapshot());
                }
            });
            harness.run(records);
            taken.add(harness.snapshot());
        }
        return taken.get(0);
    }

    private <I, O> List<O> run(Operator<I, O> operator, TaskSetting at, List<I> records, StoredSnapshot former)
            throws Exception {
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(operator, at, List.of(former))) {
            harness.run(records);
            return harness.output();
        }
    }

    private <I, O> StoredSnapshot reopened(Operator<I, O> operator, TaskSetting at, StoredSnapshot former)
            throws Exception {
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(operator, at, List.of(former))) {
            harness.open();
            return harness.snapshot();
        }
    }

    @Test
    void aSortTakesRecordsAlthoughTheFormerOneWasEmitting() throws Exception {
        List<Item> old =
                IntStream.range(0, 1_000).mapToObj(i -> new Item(0, 500 + i, i)).toList();
        List<Item> late = IntStream.range(0, 1_000)
                .mapToObj(i -> new Item(0, 2 * i, 1_000 + i))
                .toList();
        StoredSnapshot former = emitted(SORT.make(operators), items, old, 300);
        List<Item> expected = Stream.concat(old.stream().skip(300), late.stream())
                .sorted(Comparator.comparing(Item::value))
                .toList();
        assertThat(run(SORT.make(operators), items.subtask(0, 2), late, former)).isEqualTo(expected);
        StoredSnapshot again = reopened(SORT.make(operators), items.subtask(0, 2), former);
        assertThat(run(SORT.make(operators), items.subtask(0, 2), late, again)).isEqualTo(expected);
    }

    @Test
    void aSortTakesRecordsAlthoughTheFormerOneWasDone() throws Exception {
        List<Item> late = List.of(new Item(0, 7, 1), new Item(0, 8, 2));
        for (Operation sort : List.of(SORT, Operation.sort(false, Order.ASCENDING, 5), Operation.first(false, 5))) {
            StoredSnapshot former = emitted(sort.make(operators), items, List.of(new Item(0, 1, 0)), Integer.MAX_VALUE);
            StoredSnapshot again = reopened(sort.make(operators), items.subtask(0, 2), former);
            for (StoredSnapshot each : List.of(former, again)) {
                assertThat(run(sort.make(operators), items.subtask(0, 2), late, each))
                        .as("%s", sort)
                        .isEqualTo(late);
                assertThat(run(sort.make(operators), items.subtask(0, 2), List.of(), each))
                        .as("%s", sort)
                        .isEmpty();
            }
        }
    }

    @Test
    void aFoldTakesRecordsAlthoughTheFormerOneWasDone() throws Exception {
        for (String name : List.of("aggregate", "reduce")) {
            StoredSnapshot former = emitted(fold(name), numbers, List.of(1, 2), Integer.MAX_VALUE);
            StoredSnapshot again = reopened(fold(name), numbers.subtask(0, 2), former);
            for (StoredSnapshot each : List.of(former, again)) {
                assertThat(run(fold(name), numbers.subtask(0, 2), List.of(10, 20), each))
                        .as(name)
                        .containsExactly(30);
                assertThat(run(fold(name), numbers.subtask(0, 2), List.of(), each))
                        .as(name)
                        .isEmpty();
            }
        }
    }

    private Operator<Integer, Integer> fold(String name) {
        ReduceFunction<Integer> sum = Integer::sum;
        return operators.whole(name, name.equals("reduce") ? sum : new Folds.Sum());
    }

    /** Its results, and those of what arrives afterwards; only where the parallelism is the same is that what the function had left unread. */
    @Test
    void aFunctionIsCalledForRecordsAlthoughTheFormerOneHadReturned() throws Exception {
        StoredSnapshot former = emitted(echo(), numbers, List.of(1, 2, 3), 1);
        TaskSetting other = numbers.subtask(0, 2);
        StoredSnapshot again = reopened(echo(), other, former);
        for (StoredSnapshot each : List.of(former, again)) {
            assertThat(run(echo(), other, List.of(7, 8), each)).containsExactly(2, 3, -1, 7, 8, -1);
            assertThat(run(echo(), other, List.of(), each)).containsExactly(2, 3, -1);
        }
        assertThat(run(echo(), numbers, List.of(7, 8), former)).containsExactly(2, 3, -1);

        StoredSnapshot reading;
        try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(echo(), other, List.of(former))) {
            List<StoredSnapshot> taken = new ArrayList<>();
            harness.run(new ScriptedInput<>(List.of(7, 8), given -> {
                if (given == 1) {
                    taken.add(harness.snapshot());
                }
            }));
            reading = taken.get(0);
        }
        assertThat(run(echo(), other, List.of(8), reading)).containsExactly(2, 3, -1, 7, 8, -1);
    }

    private Operator<Integer, Integer> echo() {
        return operators.whole("map-partition", new Echo());
    }

    private static final class Echo implements MapPartitionFunction<Integer, Integer> {
        @Override
        public void mapPartition(Iterable<Integer> records, Collector<Integer> out) {
            records.forEach(out::collect);
            out.collect(-1);
        }
    }
}
