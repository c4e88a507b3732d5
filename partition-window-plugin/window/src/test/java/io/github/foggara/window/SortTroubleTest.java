package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.sort.Order;
import io.github.foggara.testkit.task.AccountedMemory;
import io.github.foggara.testkit.task.CanceledError;
import io.github.foggara.testkit.task.ManualTaskContext;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Much to sort, little to do it with, and what goes wrong then. */
class SortTroubleTest {
    private static final Operation SORT = Operation.sort(false, Order.ASCENDING, Long.MAX_VALUE);

    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators
                .setting(Item.class)
                .with(Operation.types(0))
                .with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private static List<Item> items(int count) {
        return Operation.items(new Random(1), count, 1, 1 << 30);
    }

    private OperatorHarness<Item, Item> harness(TaskSetting at) {
        return new OperatorHarness<>(SORT.make(operators), at);
    }

    /** Scenario 8: fan-in 2, with what comes out of a wide one. One million records by {@code -Dfoggara.records=1000000}. */
    @Test
    void manyRunsAreMergedInManyLevels() throws Exception {
        List<Item> items = items(Integer.getInteger("foggara.records", 40_000));
        List<Item> expected = new ArrayList<>(items);
        expected.sort(Comparator.comparing(Item::value));
        int runs = filesOf(setting, items, expected);
        assertThat(filesOf(setting.with(WindowOptions.FAN_IN.key(), "2"), items, expected))
                .as("each level makes other files")
                .isGreaterThan(runs + runs / 2);
    }

    /** Files that a sort made. */
    private int filesOf(TaskSetting at, List<Item> items, List<Item> expected) throws Exception {
        Set<Path> files = new HashSet<>();
        try (OperatorHarness<Item, Item> harness = harness(at)) {
            harness.context().awaiting(() -> files.addAll(operators.files()));
            harness.run(items);
            assertThat(harness.output()).isEqualTo(expected);
        }
        return files.size();
    }

    /** Scenario 13: wherever it is cancelled, it ends at once and leaves nothing. */
    @Test
    void aCancelInTheMiddleOfASpillEndsIt() throws Exception {
        int waits = waits(-1);
        assertThat(waits).isGreaterThan(20);
        for (int at = 1; at <= waits; at += 1 + waits / 25) {
            int when = at;
            assertThatThrownBy(() -> waits(when)).as("wait %d", at).isInstanceOf(CanceledError.class);
            nothingIsLeft();
        }
    }

    /**
     * @param cancelAt at which wait it is cancelled; never, if negative
     * @return how often it waited
     */
    private int waits(int cancelAt) throws Exception {
        int[] waits = {0};
        try (OperatorHarness<Item, Item> harness = harness(setting.with(WindowOptions.FAN_IN.key(), "3"))) {
            harness.context().awaiting(() -> {
                if (++waits[0] == cancelAt) {
                    harness.context().cancel();
                }
            });
            harness.run(items(8_000));
        }
        return waits[0];
    }

    @Test
    void aCancelWhileResultsLeaveEndsIt() {
        assertThatThrownBy(() -> {
                    try (OperatorHarness<Item, Item> harness = harness(setting)) {
                        harness.context().between(() -> {
                            if (harness.output().size() == 1_000) {
                                harness.context().cancel();
                            }
                        });
                        harness.run(items(5_000));
                    }
                })
                .isInstanceOf(CanceledError.class);
    }

    /** Scenario 15, I17: the message names the directory; with more room the next attempt succeeds. */
    @Test
    void aFullQuotaFailsInTheNameOfItsDirectory() throws Exception {
        assertThatThrownBy(() -> {
                    try (OperatorHarness<Item, Item> harness = harness(setting.with("sort.spill.max-bytes", "64 kb"))) {
                        harness.run(items(20_000));
                    }
                })
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString())
                .hasMessageContaining("sort.spill.max-bytes");
        try (OperatorHarness<Item, Item> harness = harness(setting.with("sort.spill.max-bytes", "64 mb"))) {
            harness.run(items(20_000));
            assertThat(harness.output()).hasSize(20_000);
        }
    }

    /** I18: a bit that changed on the disk. The second time it is the disk that is not trusted any more, whoever opens it anew. */
    @Test
    void aDamagedFileFailsTheAttempt() {
        for (int attempt = 0; attempt < 2; attempt++) {
            assertThatThrownBy(() -> runAndBeforeItsEnd(
                            () -> Operators.damage(operators.files().get(0))))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(directory.toString())
                    .hasMessageContaining("is damaged in")
                    .hasMessageContaining("its checksum does not fit");
            nothingIsLeft();
        }
        assertThatThrownBy(() -> runAndBeforeItsEnd(() -> {}))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'" + directory + "' (it is not used any more");
    }

    /** Sorts records, and does something before the end of the input. */
    private void runAndBeforeItsEnd(ManualTaskContext.Action end) throws Exception {
        try (OperatorHarness<Item, Item> harness = harness(setting)) {
            harness.run(new ScriptedInput<>(items(20_000), given -> {
                if (given == 20_000) {
                    end.run();
                }
            }));
        }
    }

    /** Matrix: a file that somebody deleted. */
    @Test
    void aFileThatIsGoneFailsTheAttempt() {
        assertThatThrownBy(() -> runAndBeforeItsEnd(() -> {
                    for (Path file : operators.files()) {
                        Files.delete(file);
                    }
                }))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(directory.toString());
    }

    /** Scenario 18, I16: less than the least is refused, and several share what there is. */
    @Test
    void memoryIsReservedAndGivenBack() throws Exception {
        AccountedMemory little = new AccountedMemory(SortMemory.LEAST - 1);
        try (OperatorHarness<Item, Item> harness = harness(setting.with(little))) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("" + SortMemory.LEAST);
        }
        AccountedMemory shared = new AccountedMemory(3 * SortMemory.LEAST);
        TaskSetting greedy = setting.with(shared).with(WindowOptions.SORT_MEMORY.key(), "" + 2 * SortMemory.LEAST);
        try (OperatorHarness<Item, Item> first = harness(greedy);
                OperatorHarness<Item, Item> second = harness(greedy)) {
            first.open();
            assertThat(shared.taken()).isEqualTo(2 * SortMemory.LEAST);
            second.open();
            assertThat(shared.taken()).isEqualTo(3 * SortMemory.LEAST);
        }
        assertThat(shared.taken()).isZero();
    }

    /** Scenario 18, I13: each operator opens with what it says it needs. */
    @Test
    void whatAnOperatorSaysItNeedsIsEnough() throws Exception {
        for (Operation operation : Operation.all(new Random(1))) {
            long least = operators.minimumMemory(operation.name(), operation.keyed());
            try (OperatorHarness<Item, Item> harness =
                    new OperatorHarness<>(operation.make(operators), setting.with(new AccountedMemory(least)))) {
                harness.run(Operation.items(new Random(2), 3_000, 20, 50));
                assertThat(harness.context().setting().memory().taken()).isEqualTo(least);
            }
        }
        assertThat(operators.minimumMemory("reduce", false)).isZero();
        assertThat(operators.minimumMemory("map-partition", false)).isEqualTo(SpoolSpace.LEAST);
    }
}
