package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stop that does not drain closes operators whose input has not ended (R7): nothing leaves, and the savepoint has all of it. */
class StopWithoutDrainTest {
    private static final int STOP = 1_500;

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

    /** What the engine throws where an operator asks for a record that does not come any more. */
    private static final class Stop extends Error {
        private static final long serialVersionUID = 1L;
    }

    private <I, O> void check(Supplier<Operator<I, O>> made, TaskSetting setting, List<I> records, List<O> expected)
            throws Exception {
        StoredSnapshot[] saved = new StoredSnapshot[1];
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(made.get(), setting)) {
            assertThatThrownBy(() -> harness.run(new ScriptedInput<>(records, given -> {
                        if (given == STOP) {
                            saved[0] = harness.snapshot();
                            throw new Stop();
                        }
                    })))
                    .isInstanceOf(Stop.class);
            harness.close();
            assertThat(harness.output()).isEmpty();
        }
        try (OperatorHarness<I, O> harness = new OperatorHarness<>(made.get(), setting, List.of(saved[0]))) {
            harness.run(records.subList(STOP, records.size()));
            assertThat(harness.output()).isEqualTo(expected);
        }
    }

    @Test
    void nothingLeavesOfSortsAndKeys() throws Exception {
        List<Item> items = Operation.items(new Random(1), 3_000, 20, 50);
        TaskSetting setting = operators
                .setting(Item.class)
                .with(Operation.types(0))
                .with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST)
                .with(WindowOptions.KEYED_MEMORY.key(), "" + (SortMemory.LEAST + SpoolSpace.LEAST));
        for (Operation operation : Operation.all(new Random(1))) {
            List<Item> undisturbed;
            try (OperatorHarness<Item, Item> harness = new OperatorHarness<>(operation.make(operators), setting)) {
                harness.run(items);
                undisturbed = harness.output();
            }
            check(() -> operation.make(operators), setting, items, undisturbed);
        }
    }

    @Test
    void nothingLeavesOfFoldsAndCalls() throws Exception {
        List<Integer> numbers = IntStream.range(0, 3_000).boxed().toList();
        TaskSetting setting = operators.setting(Integer.class);
        int sum = 3_000 * 2_999 / 2;
        check(() -> operators.whole("aggregate", new Folds.SumInPlace()), setting, numbers, List.of(sum));
        MapPartitionFunction<Integer, Integer> same = (records, out) -> {
            out.collect(-1);
            records.forEach(out::collect);
        };
        List<Integer> all = new ArrayList<>(numbers);
        all.add(0, -1);
        check(() -> operators.whole("map-partition", same), setting, numbers, all);
    }
}
