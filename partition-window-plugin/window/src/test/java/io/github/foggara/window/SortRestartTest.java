package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The records of a sort are state, and so is how far its results have left (R2, §12). */
class SortRestartTest {
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

    /** Little memory, so that some of it is spilled. */
    private TaskSetting setting(Random random) {
        String memory = "" + (SortMemory.LEAST << random.nextInt(3));
        return operators
                .setting(Item.class)
                .with(Operation.types(0))
                .with(WindowOptions.SORT_MEMORY.key(), memory)
                .with(WindowOptions.KEYED_MEMORY.key(), memory)
                .with(WindowOptions.FAN_IN.key(), "" + (2 + random.nextInt(6)));
    }

    private static List<Item> items(Random random) {
        int count = random.nextInt(3) == 0 ? random.nextInt(4_000) : random.nextInt(60);
        return Operation.items(random, count, 1 + random.nextInt(20), 1 + random.nextInt(100));
    }

    /** Scenario 11, I8: the results are those of a run without crashes, with any memory, also if types are registered in another order. */
    @Test
    void theResultsAreThoseOfARunWithoutCrashes() throws Exception {
        for (long seed : Seeds.all(6)) {
            Random random = new Random(seed);
            for (Operation operation : Operation.all(random)) {
                List<Item> items = items(random);
                boolean sameTypes = random.nextBoolean();
                Lives<Item, Item> lives = new Lives<>(() -> operation.make(operators), items, random);
                List<Item> output = lives.run(life -> setting(random).with(Operation.types(sameTypes ? 0 : life)), 3);

                Map<Integer, List<Item>> results = operation.byKey(output);
                assertThat(results).as("seed %d, %s", seed, operation).isEqualTo(operation.results(items));
                if (sameTypes) {
                    assertThat(results.values().stream().flatMap(List::stream).toList())
                            .as("seed %d, %s: each key in one piece", seed, operation)
                            .isEqualTo(output);
                }
            }
        }
    }

    /** Scenario 20, R6: key groups go to whoever owns them now, from snapshots at any moment, and no result leaves twice. */
    @Test
    void keyGroupsGoToTheirNewSubtasks() throws Exception {
        for (long seed : Seeds.all(6)) {
            Random random = new Random(seed);
            for (Operation operation : Operation.all(random)) {
                if (operation.keyed()) {
                    rescale(operation, random, seed);
                }
            }
        }
    }

    private void rescale(Operation operation, Random random, long seed) throws Exception {
        List<Item> items = items(random);
        int before = 1 + random.nextInt(4);
        int after = 1 + random.nextInt(4);
        List<Item> output = new ArrayList<>();
        List<Item> later = new ArrayList<>();
        List<StoredSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            List<Item> share = share(items, i, before);
            Moment moment = new Moment(operation, share, random);
            StoredSnapshot snapshot = moment.run(setting(random).subtask(i, before));
            snapshots.add(snapshot);
            output.addAll(moment.emitted);
            later.addAll(share.subList(snapshot.given(), share.size()));
        }
        int shift = random.nextInt(2);
        for (int i = 0; i < after; i++) {
            TaskSetting at = setting(random).subtask(i, after).with(Operation.types(shift));
            try (OperatorHarness<Item, Item> harness =
                    new OperatorHarness<>(operation.make(operators), at, snapshots)) {
                harness.run(share(later, i, after));
                output.addAll(harness.output());
            }
        }
        assertThat(operation.byKey(output))
                .as("seed %d, %s, %d subtasks and then %d", seed, operation, before, after)
                .isEqualTo(operation.results(items));
    }

    private List<Item> share(List<Item> items, int subtask, int parallelism) throws Exception {
        TaskSetting at = operators.setting(Item.class).subtask(subtask, parallelism);
        try (OperatorHarness<Item, Item> any =
                new OperatorHarness<>(Operation.first(true, 1).make(operators), at)) {
            var grouping = any.context().grouping();
            return items.stream()
                    .filter(item -> at.keyGroups().contains(grouping.group((Object) item.key())))
                    .toList();
        }
    }

    /** A snapshot at some moment between the first record and the last result. */
    private final class Moment {
        private final Operation operation;
        private final List<Item> items;
        private final Random random;
        private int steps;
        private StoredSnapshot snapshot;
        private List<Item> emitted = List.of();

        Moment(Operation operation, List<Item> items, Random random) {
            this.operation = operation;
            this.items = items;
            this.random = random;
        }

        StoredSnapshot run(TaskSetting setting) throws Exception {
            steps = random.nextInt(2 * items.size() + 2);
            try (OperatorHarness<Item, Item> harness = new OperatorHarness<>(operation.make(operators), setting)) {
                harness.context().between(() -> step(harness));
                harness.run(new ScriptedInput<>(items, given -> step(harness)));
                if (snapshot == null) {
                    take(harness);
                }
            }
            return snapshot;
        }

        private void step(OperatorHarness<Item, Item> harness) {
            if (snapshot == null && steps-- == 0) {
                take(harness);
            }
        }

        private void take(OperatorHarness<Item, Item> harness) {
            snapshot = harness.snapshot();
            emitted = List.copyOf(harness.output());
        }
    }
}
