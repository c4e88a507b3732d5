package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The accumulator is state (R4). */
class FoldRestartTest {
    /** They need no place to spill to. */
    private static final Operators OPERATORS = new Operators(Path.of("nowhere"));

    private static final TaskSetting NUMBERS = TaskSetting.of(Integer.class);
    private static final TaskSetting TEXTS = TaskSetting.of(String.class);

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    /** Scenario 11, I8: as without a crash, also if types are registered in another order after one. */
    @Test
    void foldsEachRecordOnceWhateverCrashes() throws Exception {
        for (long seed : Seeds.all(200)) {
            Random random = new Random(seed);
            List<Integer> records = numbers(random.nextInt(40));
            int sum = records.stream().mapToInt(i -> i).sum();
            for (Supplier<Operator<Integer, Integer>> operator : List.<Supplier<Operator<Integer, Integer>>>of(
                    () -> OPERATORS.whole("aggregate", new Folds.Sum()),
                    () -> OPERATORS.whole("aggregate", new Folds.SumInPlace()))) {
                List<Integer> output = new Lives<>(operator, records, random)
                        .run(life -> NUMBERS.with(InMemoryStateTypes.turned(life)), 3);
                assertThat(output).as("seed %d", seed).containsExactly(sum);
            }
            List<String> texts = records.stream().map(i -> i + ",").toList();
            List<String> joined = new Lives<String, String>(
                            () -> OPERATORS.whole("reduce", new Folds.Join()), texts, random)
                    .run(life -> TEXTS.with(InMemoryStateTypes.turned(life)), 3);
            assertThat(joined)
                    .as("seed %d", seed)
                    .isEqualTo(texts.isEmpty() ? List.of() : List.of(String.join("", texts)));
        }
    }

    @Test
    void aSnapshotIsOfItsMomentWhateverChangesAfterwards() throws Exception {
        StoredSnapshot after3;
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.SumInPlace()), NUMBERS)) {
            harness.open();
            for (int i = 1; i <= 3; i++) {
                harness.process(i);
            }
            var pending = harness.begin();
            harness.process(100);
            after3 = pending.write();
        }
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.SumInPlace()), NUMBERS, List.of(after3))) {
            harness.run(List.of(10));
            assertThat(harness.output()).containsExactly(16);
        }
    }

    /** What was emitted before the snapshot is not emitted again. */
    @Test
    void aSnapshotAfterTheResultHasNoResult() throws Exception {
        StoredSnapshot ended;
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS)) {
            harness.run(numbers(3));
            ended = harness.snapshot();
        }
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS, List.of(ended))) {
            harness.run(List.of());
            assertThat(harness.output()).isEmpty();
        }
    }

    /** Scenario 20, R6, where the user allowed it: nothing is lost and nothing is counted twice. */
    @Test
    void accumulatorsOfSeveralSubtasksAreMerged() throws Exception {
        for (int before = 1; before <= 4; before++) {
            for (int after = 1; after <= 4; after++) {
                assertThat(rescaled(before, after).stream().mapToInt(i -> i).sum())
                        .as("%d subtasks, then %d", before, after)
                        .isEqualTo(before * (1 + 2 + 3) + after * 10);
            }
        }
    }

    private static List<Integer> rescaled(int before, int after) throws Exception {
        List<StoredSnapshot> snapshots = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            try (OperatorHarness<Integer, Integer> harness =
                    new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS.subtask(i, before))) {
                harness.open();
                for (int number : numbers(3)) {
                    harness.process(number);
                }
                snapshots.add(harness.snapshot());
            }
        }
        List<Integer> output = new ArrayList<>();
        for (int i = 0; i < after; i++) {
            try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(
                    OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS.subtask(i, after), snapshots)) {
                harness.run(List.of(10));
                output.addAll(harness.output());
            }
        }
        return output;
    }

    @Test
    void aJobWithoutSnapshotsRegistersNoState() throws Exception {
        Operator<Integer, Integer> operator = OPERATORS.whole("aggregate", new Folds.Sum());
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(operator, NUMBERS.withSnapshots(false))) {
            harness.run(numbers(3));
            assertThat(harness.output()).containsExactly(6);
            assertThatThrownBy(harness::begin).isInstanceOf(NullPointerException.class);
        }
    }

    /** Untrusted: each byte that is missing, one too many, and an unknown version are refused before anything is folded. */
    @Test
    void aDamagedHeadIsRefusedInTheNameOfTheOperator() throws Exception {
        StoredSnapshot whole;
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS)) {
            harness.open();
            harness.process(1_000);
            whole = harness.snapshot();
        }
        byte[] head = whole.head();
        for (int length = 0; length <= head.length + 1; length++) {
            if (length != head.length) {
                refused(whole.withHead(Arrays.copyOf(head, length)));
            }
        }
        for (int place = 0; place < 3; place++) {
            byte[] other = head.clone();
            other[place] = 77;
            refused(whole.withHead(other));
        }
    }

    private static void refused(StoredSnapshot snapshot) throws Exception {
        try (OperatorHarness<Integer, Integer> harness =
                new OperatorHarness<>(OPERATORS.whole("aggregate", new Folds.Sum()), NUMBERS, List.of(snapshot))) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("operator 'window'");
        }
    }

    /** I10, R9: the cause is the function's, and it is closed once. */
    @Test
    void whatAFunctionThrowsLeavesAsItIs() throws Exception {
        for (Throwable bug : List.of(new java.io.IOException("user bug"), new StackOverflowError("user bug"))) {
            Rich rich = new Rich(bug);
            try (OperatorHarness<Integer, Integer> harness =
                    new OperatorHarness<>(OPERATORS.whole("reduce", rich), NUMBERS)) {
                assertThatThrownBy(() -> harness.run(List.of(1, 2))).isSameAs(bug);
            }
            assertThat(rich.log).containsExactly("open window", "close");
        }
    }

    private static final class Rich implements ReduceFunction<Integer> {
        private final transient Throwable bug;
        private final transient List<String> log = new ArrayList<>();

        Rich(Throwable bug) {
            this.bug = bug;
        }

        @Override
        public void open(RuntimeContext context) {
            log.add("open " + context.operatorName());
        }

        @Override
        public Integer reduce(Integer left, Integer right) {
            throw Sneaky.thrown(bug);
        }

        @Override
        public void close() {
            log.add("close");
        }
    }
}
