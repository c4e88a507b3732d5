package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.testkit.task.AccountedMemory;
import io.github.foggara.testkit.task.ManualTaskContext;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.PendingSnapshot;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * An attempt that ends between the end of its input and its first result, while runs are merged two by two: it leaves nothing, and the next
 * one goes on from the last snapshot (§11, I8, I11).
 */
class MergeRestartTest {
    private static final int COUNT = 6_000;
    /** Passes that are not many yet. */
    private static final int FEW = 3;

    private static final int END_OF_INPUT = COUNT + 1;
    private static final List<Operation> SORTS = List.of(
            Operation.sort(false, Order.DESCENDING, SortSpec.ALL), Operation.sort(true, Order.ASCENDING, SortSpec.ALL));

    private final List<Item> items = Operation.items(new Random(1), COUNT, 5, 50);

    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting little;
    private TaskSetting much;
    /** Another task of the job: so the directory outlives each attempt, and what is gone was deleted by the attempt itself. */
    private OperatorHarness<Item, Item> neighbour;

    @BeforeEach
    void open() throws Exception {
        operators = new Operators(directory);
        TaskSetting setting =
                operators.setting(Item.class).with(Operation.types(0)).with(WindowOptions.FAN_IN.key(), "2");
        little = memory(setting, SortMemory.LEAST);
        much = memory(setting, 64 * SortMemory.LEAST);
        TaskSetting beside = little.with(new AccountedMemory(SortMemory.LEAST));
        neighbour = new OperatorHarness<>(SORTS.get(0).make(operators), beside);
        neighbour.open();
    }

    @AfterEach
    void nothingIsLeft() throws Exception {
        neighbour.close();
        assertThat(operators.residue()).isEmpty();
    }

    private void restartProcess() throws Exception {
        nothingIsLeft();
        open();
    }

    private static TaskSetting memory(TaskSetting setting, long bytes) {
        return setting.with(WindowOptions.SORT_MEMORY.key(), "" + bytes)
                .with(WindowOptions.KEYED_MEMORY.key(), "" + bytes);
    }

    /**
     * Counts what happens to it: looks between records of its input, with one before the first and one behind the last, then awaited
     * stages, and looks between results.
     */
    private final class Attempt {
        private final Operation operation;
        private final List<StoredSnapshot> former;
        private final int position;
        private final List<Item> emitted;
        private final Set<Path> merges = new HashSet<>();
        /** When its snapshot begins, which is open until somebody waits for its end or the attempt ends; 0: there is none. */
        private int cutsAt;
        /** 0: it lives. */
        private int endsAt;

        private ManualTaskContext.Action end = MergeRestartTest::crash;
        private OperatorHarness<Item, Item> harness;
        private PendingSnapshot pending;
        private StoredSnapshot snapshot;
        private int events;
        private int firstStage;
        private int lastStage;

        Attempt(Operation operation) {
            this.operation = operation;
            this.former = List.of();
            this.position = 0;
            this.emitted = List.of();
        }

        /** Goes on from the snapshot of that one. */
        Attempt(Attempt before) {
            operation = before.operation;
            former = List.of(before.snapshot);
            position = before.position + before.snapshot.given();
            emitted = before.emittedUntil(before.snapshot.emitted());
        }

        private List<Item> emittedUntil(int own) {
            List<Item> all = new ArrayList<>(emitted);
            all.addAll(harness.output().subList(0, own));
            return all;
        }

        void run(TaskSetting setting) throws Exception {
            List<Item> input = items.subList(position, COUNT);
            try (OperatorHarness<Item, Item> made = new OperatorHarness<>(operation.make(operators), setting, former)) {
                harness = made;
                made.context().between(this::look);
                made.context().awaiting(this::stage);
                made.run(new ScriptedInput<>(input, given -> {
                    look();
                    firstStage = given == input.size() ? events + 1 : 0;
                }));
            } finally {
                assertThat(operators.files()).as("files left by it").isEmpty();
                assertThat(setting.memory().taken()).isZero();
            }
        }

        void crashes(TaskSetting setting) {
            assertThatThrownBy(() -> run(setting)).isInstanceOf(Crash.class);
        }

        /** Lives, and all results are those of a run without crashes. */
        Attempt checkExact(TaskSetting setting) throws Exception {
            run(setting);
            List<Item> output = emittedUntil(harness.output().size());
            Map<Integer, List<Item>> results = operation.byKey(output);
            assertThat(results).isEqualTo(operation.results(items));
            assertThat(results.values().stream().flatMap(List::stream).toList())
                    .as("each key in one piece")
                    .isEqualTo(output);
            return this;
        }

        private void look() throws Exception {
            if (++events == cutsAt) {
                pending = harness.begin();
            }
            endIfItIsTime();
        }

        private void stage() throws Exception {
            if (harness.context().io().waiting() == 0) {
                write();
            }
            if (firstStage > 0 && harness.output().isEmpty()) {
                lastStage = ++events;
                operators.files().stream()
                        .filter(file -> file.getFileName().toString().contains("-merge-"))
                        .forEach(merges::add);
                endIfItIsTime();
            }
        }

        private void endIfItIsTime() throws Exception {
            if (events == endsAt) {
                write();
                end.run();
            }
        }

        private void write() {
            if (pending != null) {
                snapshot = pending.write();
                pending = null;
            }
        }
    }

    private static void crash() {
        throw new Crash();
    }

    @Test
    void goesOnAfterACrashAtAnyStage() throws Exception {
        for (Operation operation : SORTS) {
            for (int cutsAt : new int[] {COUNT / 2, END_OF_INPUT}) {
                Attempt whole = new Attempt(operation);
                whole.cutsAt = cutsAt;
                whole.checkExact(little);
                assertThat(whole.merges).hasSizeGreaterThan(FEW);
                for (int at = whole.firstStage; at <= whole.lastStage; at++) {
                    Attempt crashing = new Attempt(operation);
                    crashing.cutsAt = cutsAt;
                    crashing.endsAt = at;
                    crashing.crashes(little);
                    new Attempt(crashing).checkExact(little);
                }
            }
        }
    }

    /** The results that had left do not leave again. */
    @Test
    void goesOnAfterACrashAtAnyStageForTheRestOfItsResults() throws Exception {
        for (Operation operation : SORTS) {
            Attempt unhurt = new Attempt(operation).checkExact(much);
            Attempt half = new Attempt(operation);
            half.cutsAt = (unhurt.lastStage + unhurt.events) / 2;
            half.endsAt = half.cutsAt + 2;
            half.crashes(much);
            Attempt whole = new Attempt(half);
            whole.cutsAt = 1;
            whole.checkExact(little);
            assertThat(whole.emitted).hasSizeBetween(COUNT / 4, COUNT - COUNT / 4);
            assertThat(whole.merges).hasSizeGreaterThan(FEW);
            for (int at = whole.firstStage; at <= whole.lastStage; at++) {
                Attempt crashing = new Attempt(half);
                crashing.cutsAt = 1;
                crashing.endsAt = at;
                crashing.crashes(little);
                new Attempt(crashing).checkExact(little);
            }
        }
    }

    /** I18: in the middle of what is merged next. Two such blocks, and the next attempt has to be in another process. */
    @Test
    void goesOnAfterDamageAtAnyStage() throws Exception {
        Operation keyed = SORTS.get(1);
        Attempt whole = new Attempt(keyed).checkExact(little);
        for (int at = whole.firstStage; at <= whole.lastStage; at++) {
            Attempt failing = new Attempt(keyed);
            failing.cutsAt = COUNT / 2;
            failing.endsAt = at;
            failing.end = () -> {
                for (Path file : operators.files()) {
                    Operators.damage(file);
                }
            };
            assertThatThrownBy(() -> failing.run(little))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("is damaged in");
            restartProcess();
            new Attempt(failing).checkExact(little);
            restartProcess();
        }
    }
}
