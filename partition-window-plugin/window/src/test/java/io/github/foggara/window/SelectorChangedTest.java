package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.window.Operation.Item;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** A restart whose selectors have the same code, and carry other values. */
class SelectorChangedTest extends ChangedRestart {
    /** By the value times a factor. */
    private Operator<Item, Item> sort(int factor, long limit) {
        KeySelector<Item, Integer> selector = item -> item.value() * factor;
        SortSpec spec = new SortSpec(List.of(SortCriterion.selector(0, Order.ASCENDING, NullOrder.AUTO)), limit);
        return operators.create("sort", spec.parameters(), List.of(selector));
    }

    /** Within keys, of which there are so many. */
    private Operator<Item, Item> keyed(int modulus, Order order) {
        KeySelector<Item, Integer> key = item -> item.key() % modulus;
        SortSpec spec = new SortSpec(List.of(SortCriterion.field("value", order, NullOrder.AUTO)), SortSpec.ALL);
        return operators.keyed("sort", spec.parameters(), key);
    }

    @Test
    void recordsAreSortedByWhatTheSelectorCarriesNow() throws Exception {
        List<Item> items = Operation.items(new Random(3), 2_000, 1, 1_000_000);
        for (int then : new int[] {1, -1}) {
            for (int now : new int[] {1, -1}) {
                StoredSnapshot former = snapshot(sort(then, SortSpec.ALL), items.subList(0, 1_500));
                try (OperatorHarness<Item, Item> harness = harness(sort(now, SortSpec.ALL), former)) {
                    harness.run(items.subList(1_500, 2_000));
                    assertThat(harness.output())
                            .as("factor %d, then %d", then, now)
                            .isSortedAccordingTo(Comparator.comparing(item -> item.value() * now))
                            .containsExactlyInAnyOrderElementsOf(items);
                }
            }
        }
    }

    @Test
    void recordsThatWereDroppedByAnotherOrderAreNotThere() throws Exception {
        StoredSnapshot former = snapshot(sort(1, 5), Operation.items(new Random(3), 20, 1, 1_000_000));
        try (OperatorHarness<Item, Item> harness = harness(sort(-1, 5), former)) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll("first 5 ", IncompatibleStateException.TO_DROP_IT);
        }
        try (OperatorHarness<Item, Item> harness = harness(sort(1, 5), former)) {
            harness.run(List.of());
            assertThat(harness.output()).hasSize(5);
        }
    }

    /** They may lie in the state of another subtask, which does not look for them. */
    @Test
    void otherKeysAreRefused() throws Exception {
        List<Item> items = Operation.items(new Random(3), 1_000, 100, 1_000_000);
        StoredSnapshot former = snapshot(keyed(100, Order.ASCENDING), items);
        try (OperatorHarness<Item, Item> harness = harness(keyed(10, Order.ASCENDING), former)) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll("'window'", "keyBy", IncompatibleStateException.TO_DROP_IT);
        }
        try (OperatorHarness<Item, Item> harness = harness(keyed(100, Order.DESCENDING), former)) {
            harness.run(List.of());
            List<Item> output = new ArrayList<>(harness.output());
            assertThat(output).containsExactlyInAnyOrderElementsOf(items);
        }
    }
}
