package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.Operation.Item;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A restart with another program, or another parallelism, than the one that took the snapshot. */
class SortChangedTest extends ChangedRestart {
    /** Another order, another limit, another place for nulls: the records are put in the new order. */
    @Test
    void anotherOrderTakesTheRecordsOver() throws Exception {
        Random random = new Random(4);
        for (boolean keyed : new boolean[] {false, true}) {
            List<Operation> sorts = List.of(
                    Operation.sort(keyed, Order.ASCENDING, SortSpec.ALL),
                    Operation.sort(keyed, Order.DESCENDING, SortSpec.ALL),
                    Operation.sort(keyed, Order.ASCENDING, 5_000));
            for (Operation now : sorts) {
                for (Operation then : sorts) {
                    List<Item> items = distinct(random, 3_000);
                    StoredSnapshot snapshot = snapshot(then, items.subList(0, 2_000));
                    try (OperatorHarness<Item, Item> harness = harness(now, snapshot)) {
                        harness.run(items.subList(2_000, 3_000));
                        assertThat(now.byKey(harness.output()))
                                .as("%s after %s", now, then)
                                .isEqualTo(now.results(items));
                    }
                }
            }
        }
    }

    /** Without equal ones, whose order another sort has changed. */
    private static List<Item> distinct(Random random, int count) {
        List<Integer> values =
                new ArrayList<>(Stream.iterate(0, i -> i + 1).limit(count).toList());
        java.util.Collections.shuffle(values, random);
        return Stream.iterate(0, i -> i + 1)
                .limit(count)
                .map(i -> new Item(i % 7, values.get(i), i))
                .toList();
    }

    /** Keys that are equal although their bytes are not, on both sides of a restart. */
    @Test
    void keysWithBytesOfTheirOwnAreFoundAgain() throws Exception {
        double[] nans = {Double.NaN, Double.longBitsToDouble(0x7FF8000000000001L)};
        for (int first = 0; first < 2; first++) {
            int shift = first;
            KeySelector<Integer, Double> key = record -> nans[(record + shift) % 2];
            TaskSetting at = setting.with(Operation.types(0));
            StoredSnapshot snapshot;
            try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(aggregate(key), at)) {
                harness.open();
                for (int i = 0; i < 3; i++) {
                    harness.process(i);
                }
                snapshot = harness.snapshot();
            }
            try (OperatorHarness<Integer, Integer> harness =
                    new OperatorHarness<>(aggregate(key), at, List.of(snapshot))) {
                harness.run(List.of(11, 10));
                assertThat(harness.output()).containsExactly(24);
            }
        }
    }

    private Operator<Integer, Integer> aggregate(KeySelector<Integer, Double> key) {
        return operators.keyed("aggregate", Map.of(), key, new Folds.Sum());
    }

    /** Scenario 20, R6, where the user allowed it, from snapshots before and while results leave: nothing twice, nothing lost, all in order. */
    @Test
    void partitionsOfSeveralSubtasksAreJoined() throws Exception {
        Random random = new Random(8);
        Operation sort = Operation.sort(false, Order.ASCENDING, SortSpec.ALL);
        for (int before = 1; before <= 3; before++) {
            for (int after = 1; after <= 3; after++) {
                List<Item> expected = new ArrayList<>();
                List<Item> output = new ArrayList<>();
                List<StoredSnapshot> snapshots = new ArrayList<>();
                for (int i = 0; i < before; i++) {
                    List<Item> items = Operation.items(random, 1_000, 1, 500);
                    expected.addAll(items);
                    snapshots.add(i == 1 ? emitting(sort, items, 300, output) : snapshot(sort, items));
                }
                for (int i = 0; i < after; i++) {
                    try (OperatorHarness<Item, Item> harness =
                            new OperatorHarness<>(sort.make(operators), setting.subtask(i, after), snapshots)) {
                        harness.run(List.of());
                        assertThat(harness.output()).isSortedAccordingTo(Comparator.comparing(Item::value));
                        output.addAll(harness.output());
                    }
                }
                assertThat(output)
                        .as("%d subtasks, then %d", before, after)
                        .containsExactlyInAnyOrderElementsOf(expected);
            }
        }
    }

    /** When all has left there is nothing to be kept. */
    @Test
    void aSnapshotAfterTheLastResultIsSmall() throws Exception {
        for (Operation operation : Operation.all(new Random(2))) {
            StoredSnapshot ended;
            List<Item> items = Operation.items(new Random(1), 2_000, 5, 10);
            try (OperatorHarness<Item, Item> harness = harness(operation)) {
                harness.run(items);
                ended = harness.snapshot();
            }
            assertThat(ended.length()).isLessThan(300);
            try (OperatorHarness<Item, Item> harness = harness(operation, ended)) {
                harness.run(List.of());
                assertThat(harness.output()).as("%s", operation).isEmpty();
            }
        }
    }

    /** §12: what one checkpoint has written the next one points at. */
    @Test
    void eachRecordIsWrittenIntoACheckpointAFewTimes() throws Exception {
        Operation sort = Operation.sort(false, Order.ASCENDING, SortSpec.ALL);
        List<Item> items = Operation.items(new Random(1), 20_000, 5, 1_000);
        try (OperatorHarness<Item, Item> harness = harness(sort)) {
            harness.open();
            long largest = 0;
            for (int i = 0; i < items.size(); i++) {
                harness.process(items.get(i));
                if (i % 100 == 99) {
                    largest = harness.snapshot().length();
                }
            }
            assertThat(harness.segmentBytes()).isLessThan(4 * largest);
        }
    }

    /** Untrusted. */
    @Test
    void aDamagedHeadIsRefused() throws Exception {
        Operation sort = Operation.sort(true, Order.ASCENDING, 3);
        StoredSnapshot whole = snapshot(sort, Operation.items(new Random(1), 100, 5, 10));
        for (int length = 0; length <= whole.head().length + 1; length++) {
            if (length != whole.head().length) {
                refused(sort, whole.withHead(Arrays.copyOf(whole.head(), length)));
            }
        }
        for (int place : List.of(0, 1, 2)) {
            byte[] other = whole.head().clone();
            other[place] = 99;
            refused(sort, whole.withHead(other));
        }
    }

    private void refused(Operation sort, StoredSnapshot snapshot) throws Exception {
        try (OperatorHarness<Item, Item> harness = harness(sort, snapshot)) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("operator 'window'");
        }
    }
}
