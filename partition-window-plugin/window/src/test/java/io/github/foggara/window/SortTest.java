package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sort} over the records of a subtask. */
class SortTest {
    record Pair(int f0, int f1) {}

    record Named(String n, Integer v) {}

    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators.setting(Pair.class).with(InMemoryStateTypes.turned(0, List.of(Pair.class, Named.class)));
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    static SortSpec by(String path, Order order) {
        return new SortSpec(List.of(SortCriterion.field(path, order, NullOrder.AUTO)), SortSpec.ALL);
    }

    private <T> List<T> sorted(TaskSetting of, SortSpec spec, List<? extends T> records, Object... selectors)
            throws Exception {
        try (OperatorHarness<T, T> harness =
                new OperatorHarness<>(operators.create("sort", spec.parameters(), List.of(selectors)), of)) {
            harness.run(new ScriptedInput<T>(
                    records, given -> assertThat(harness.output()).isEmpty()));
            return harness.output();
        }
    }

    private TaskSetting of(Class<?> type) {
        return operators.setting(type).with(setting.types());
    }

    /** Scenario 2. */
    @Test
    void nothingComesOfNothing() throws Exception {
        assertThat(sorted(setting, by("f0", Order.ASCENDING), List.<Pair>of())).isEmpty();
    }

    /** Scenario 5, D7: nulls first in ascending order, exactly reversed in descending order, or as the job says. */
    @Test
    void nullsHaveAPlace() throws Exception {
        List<Named> records = List.of(new Named("b", 2), new Named("a", null), new Named("c", 1));
        assertThat(names(sorted(of(Named.class), by("v", Order.ASCENDING), records)))
                .isEqualTo("acb");
        assertThat(names(sorted(of(Named.class), by("v", Order.DESCENDING), records)))
                .isEqualTo("bca");
        assertThat(names(sorted(of(Named.class).with("sort.nulls", "last"), by("v", Order.ASCENDING), records)))
                .isEqualTo("cba");
    }

    private static String names(List<Named> records) {
        return String.join("", records.stream().map(Named::n).toList());
    }

    /** Scenario 16, D12, I3: by f1, then by f0, each a sort of its own. */
    @Test
    void aSortAfterASortKeepsTheOrderOfEqualRecords() throws Exception {
        List<Pair> records = List.of(new Pair(1, 2), new Pair(2, 1), new Pair(1, 1), new Pair(2, 2), new Pair(1, 3));
        List<Pair> first = sorted(setting, by("f1", Order.ASCENDING), records);
        assertThat(sorted(setting, by("f0", Order.ASCENDING), first))
                .containsExactly(new Pair(1, 1), new Pair(1, 2), new Pair(1, 3), new Pair(2, 1), new Pair(2, 2));
    }

    /** I12: the selector is called once for each record. */
    @Test
    void aSelectorIsCalledOncePerRecord() throws Exception {
        Counting selector = new Counting();
        SortSpec spec =
                new SortSpec(List.of(SortCriterion.selector(0, Order.DESCENDING, NullOrder.AUTO)), SortSpec.ALL);
        List<Integer> records = random(new Random(5), 20_000, 1_000_000);
        List<Integer> output = sorted(small(Integer.class), spec, records, selector);
        assertThat(output).isSortedAccordingTo(Comparator.reverseOrder()).hasSize(20_000);
        assertThat(selector.calls).isEqualTo(20_000);
        assertThat(selector.log).containsExactly("open", "close");
    }

    private static final class Counting implements KeySelector<Integer, Integer> {
        private final transient List<String> log = new ArrayList<>();
        private transient int calls;

        @Override
        public void open(io.github.foggara.api.function.RuntimeContext context) {
            log.add("open");
        }

        @Override
        public Integer key(Integer record) {
            calls++;
            return record;
        }

        @Override
        public void close() {
            log.add("close");
        }
    }

    /** With the least memory there is. */
    private TaskSetting small(Class<?> type) {
        return of(type).with(WindowOptions.SORT_MEMORY.key(), "" + SortMemory.LEAST);
    }

    private static List<Integer> random(Random random, int count, int bound) {
        return IntStream.range(0, count).mapToObj(i -> random.nextInt(bound)).toList();
    }

    /** I1 to I4: the output depends on the input alone, whatever memory and fan-in there is. */
    @Test
    void isStableWithAnyMemoryAndFanIn() throws Exception {
        for (long seed : Seeds.all(6)) {
            Random random = new Random(seed);
            List<Pair> records = IntStream.range(0, 3_000 + random.nextInt(9_000))
                    .mapToObj(i -> new Pair(random.nextInt(50), i))
                    .toList();
            Order order = random.nextBoolean() ? Order.ASCENDING : Order.DESCENDING;
            Comparator<Pair> by = Comparator.comparing(Pair::f0);
            List<Pair> expected = new ArrayList<>(records);
            expected.sort(order == Order.ASCENDING ? by : by.reversed());
            TaskSetting at = setting.with(WindowOptions.SORT_MEMORY.key(), "" + (SortMemory.LEAST << random.nextInt(7)))
                    .with(WindowOptions.FAN_IN.key(), "" + (2 + random.nextInt(10)))
                    .withSnapshots(random.nextBoolean());
            assertThat(sorted(at, by("f0", order), records)).as("seed %d", seed).isEqualTo(expected);
        }
    }

    /** Scenario 14: a record that is larger than the memory, of which no more than that is reserved. */
    @Test
    void aRecordLargerThanTheMemoryHasItsPlace() throws Exception {
        char[] many = new char[10 << 20];
        Arrays.fill(many, 'm');
        List<String> records = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            records.add((char) ('a' + i % 26) + "" + i);
        }
        records.add(500, new String(many));
        List<String> expected = new ArrayList<>(records);
        Collections.sort(expected);
        TaskSetting two = of(String.class).with(WindowOptions.SORT_MEMORY.key(), "2 mb");
        assertThat(sorted(two, by("*", Order.ASCENDING), records)).isEqualTo(expected);
        assertThat(two.memory().peak()).isEqualTo(2 << 20);
    }

    /** {@code first(n)}, with an order and without. */
    @Test
    void aLimitTakesTheFirstOnes() throws Exception {
        List<Integer> records = random(new Random(3), 30_000, 5_000);
        List<Integer> expected = new ArrayList<>(records);
        Collections.sort(expected);
        for (int limit : new int[] {1, 7, 4_096, 4_097, 29_999, 30_000, 50_000}) {
            SortSpec smallest = new SortSpec(by("*", Order.ASCENDING).criteria(), limit);
            int count = Math.min(limit, records.size());
            assertThat(sorted(small(Integer.class), smallest, records))
                    .as("limit %d", limit)
                    .isEqualTo(expected.subList(0, count));
            assertThat(sorted(small(Integer.class), new SortSpec(List.of(), limit), records))
                    .as("the first %d to arrive", limit)
                    .isEqualTo(records.subList(0, count));
        }
    }

    /** Of many records a few are wanted: nothing is spilled. */
    @Test
    void aSmallLimitSpillsNothing() throws Exception {
        SortSpec smallest = new SortSpec(by("*", Order.ASCENDING).criteria(), 10);
        try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(
                operators.create("sort", smallest.parameters(), List.of()), small(Integer.class))) {
            harness.run(new ScriptedInput<>(random(new Random(3), 50_000, 1 << 30), given -> {
                if (given % 1_000 == 0) {
                    assertThat(operators.files()).isEmpty();
                }
            }));
            assertThat(harness.output()).hasSize(10);
            assertThat(harness.context().io().done()).isLessThan(3);
        }
    }

    /** I13: what has no order is refused, naming type and component. */
    @Test
    void whatHasNoOrderIsRefusedWhenItOpens() {
        assertThatThrownBy(() -> sorted(setting, by("nope", Order.ASCENDING), List.<Pair>of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Pair")
                .hasMessageContaining("nope");
    }

    /** Matrix: a selector that throws. */
    @Test
    void whatASelectorThrowsLeavesAsItIs() {
        Exception bug = new java.io.IOException("user bug");
        KeySelector<Integer, Integer> selector = record -> {
            throw bug;
        };
        SortSpec spec = new SortSpec(List.of(SortCriterion.selector(0, Order.ASCENDING, NullOrder.AUTO)), SortSpec.ALL);
        assertThatThrownBy(() -> sorted(of(Integer.class), spec, List.of(1), selector))
                .isSameAs(bug);
    }
}
