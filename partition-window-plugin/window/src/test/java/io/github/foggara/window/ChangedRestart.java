package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Tasks with little memory, and snapshots of theirs from which others than they begin. */
abstract class ChangedRestart {
    @TempDir
    private Path directory;

    Operators operators;
    TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators
                .setting(Item.class)
                .with(Operation.types(0))
                .with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST)
                .with(WindowOptions.KEYED_MEMORY.key(), "" + SortMemory.LEAST);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    /**
     * @param former from which it begins; none for a first life
     */
    OperatorHarness<Item, Item> harness(Operator<Item, Item> operator, StoredSnapshot... former) {
        return new OperatorHarness<>(operator, setting, List.of(former));
    }

    OperatorHarness<Item, Item> harness(Operation operation, StoredSnapshot... former) {
        return harness(operation.make(operators), former);
    }

    /** When these have come, and more may. */
    StoredSnapshot snapshot(Operator<Item, Item> operator, List<Item> items, StoredSnapshot... former)
            throws Exception {
        try (OperatorHarness<Item, Item> harness = harness(operator, former)) {
            harness.open();
            for (Item item : items) {
                harness.process(item);
            }
            return harness.snapshot();
        }
    }

    StoredSnapshot snapshot(Operation operation, List<Item> items, StoredSnapshot... former) throws Exception {
        return snapshot(operation.make(operators), items, former);
    }

    /**
     * When these have come, no more do, and some results have left.
     *
     * @param emitted how many have
     * @param output takes them
     */
    StoredSnapshot emitting(
            Operation operation, List<Item> items, int emitted, List<Item> output, StoredSnapshot... former)
            throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        try (OperatorHarness<Item, Item> harness = harness(operation, former)) {
            harness.context().between(() -> {
                if (harness.output().size() == emitted) {
                    taken.add(harness.snapshot());
                }
            });
            harness.run(items);
            output.addAll(harness.output().subList(0, emitted));
        }
        return taken.get(0);
    }
}
