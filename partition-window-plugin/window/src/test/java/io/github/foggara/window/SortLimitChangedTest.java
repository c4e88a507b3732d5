package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.window.Operation.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Records behind a limit are dropped as they come: a restart that wants them cannot have them, and says so. */
class SortLimitChangedTest extends ChangedRestart {
    private static Operation up(long limit) {
        return Operation.sort(false, Order.ASCENDING, limit);
    }

    private static Operation down(long limit) {
        return Operation.sort(false, Order.DESCENDING, limit);
    }

    /** So many, whose values are all different and in no order. */
    private static List<Item> items(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Item(0, i * 7919 % 10_007, i))
                .toList();
    }

    private void refused(Operation now, StoredSnapshot former, String... words) throws Exception {
        List<String> all = new ArrayList<>(List.of(words));
        all.add("'window'");
        all.add(IncompatibleStateException.TO_DROP_IT);
        try (OperatorHarness<Item, Item> harness = harness(now, former)) {
            assertThatThrownBy(harness::open)
                    .as("%s", now)
                    .isInstanceOf(IncompatibleStateException.class)
                    .hasMessageContainingAll(all.toArray(String[]::new));
        }
    }

    private void goesOn(Operation now, List<Item> items, int before, StoredSnapshot former) throws Exception {
        try (OperatorHarness<Item, Item> harness = harness(now, former)) {
            harness.run(items.subList(before, items.size()));
            assertThat(now.byKey(harness.output())).as("%s", now).isEqualTo(now.results(items));
        }
    }

    @Test
    void anotherOrderOrALargerLimitIsRefusedWhenRecordsWereDropped() throws Exception {
        StoredSnapshot former = snapshot(up(5), items(20));
        refused(down(5), former, "first 5 ", "ascending auto field value", "descending auto field value");
        refused(up(10), former, "first 5 ", "first 10 ");
        refused(up(SortSpec.ALL), former, "first 5 ", "all records");
        refused(Operation.first(false, 5), former, "in the order they came");
        for (int limit = 1; limit <= 5; limit++) {
            goesOn(up(limit), items(30), 20, former);
        }
    }

    @Test
    void aLargerLimitOfArrivalsIsRefusedWhenRecordsWereDropped() throws Exception {
        StoredSnapshot former = snapshot(Operation.first(false, 3), items(4));
        refused(Operation.first(false, 4), former, "first 3 ", "first 4 ", "in the order they came");
        refused(up(3), former, "first 3 ", "ascending auto field value");
        goesOn(Operation.first(false, 3), items(9), 4, former);
        goesOn(Operation.first(false, 2), items(9), 4, former);
    }

    /** Also if they are too large for the heap, and were poured into the sorter. */
    @Test
    void whatWasDroppedIsKnownAfterManyRestarts() throws Exception {
        StoredSnapshot few = snapshot(up(5), items(20));
        for (int restart = 0; restart < 3; restart++) {
            few = snapshot(up(5), List.of(), few);
            refused(up(6), few);
        }
        StoredSnapshot poured = snapshot(up(150), items(160));
        refused(up(151), snapshot(up(150), items(3_000), poured));
        refused(down(150), poured);
        StoredSnapshot smaller = snapshot(up(3), List.of(), snapshot(up(10), items(10)));
        refused(up(10), smaller, "first 3 ", "first 10 ");
    }

    @Test
    void whatDroppedNothingTakesAnyOrderAndLimit() throws Exception {
        for (Operation then : List.of(up(5), Operation.first(false, 5), up(5_000))) {
            StoredSnapshot former = snapshot(then, items(5));
            for (Operation now : List.of(up(10), down(5), down(2), up(SortSpec.ALL))) {
                goesOn(now, items(12), 5, former);
            }
        }
        StoredSnapshot keyed = snapshot(Operation.first(true, 3), items(8));
        goesOn(Operation.first(true, 6), items(12), 8, keyed);
    }

    @Test
    void anotherPlaceOfNullsIsAnotherOrder() throws Exception {
        StoredSnapshot former = snapshot(up(5), items(20));
        setting = setting.with(WindowOptions.NULLS.key(), NullOrder.LAST.name());
        refused(up(5), former, "ascending auto field value", "ascending last field value");
    }

    /** What leaves by one order does not go on where it left by another one; and a restart that sorts the rest knows that some have left. */
    @Test
    void anotherOrderOrLimitIsRefusedWhenResultsHaveLeft() throws Exception {
        for (boolean keyed : new boolean[] {false, true}) {
            Operation then = Operation.sort(keyed, Order.ASCENDING, 5_000);
            StoredSnapshot former = emitting(then, items(6_000), 300, new ArrayList<>());
            setting = setting.with(Operation.types(1));
            StoredSnapshot again = snapshot(then, List.of(), former);
            StoredSnapshot done;
            try (OperatorHarness<Item, Item> harness = harness(then, former)) {
                harness.run(List.of());
                done = harness.snapshot();
            }
            for (StoredSnapshot each : List.of(former, again, done)) {
                refused(Operation.sort(keyed, Order.DESCENDING, 5_000), each, "descending auto field value");
                refused(Operation.sort(keyed, Order.ASCENDING, 4_000), each, "first 5000 ", "first 4000 ");
                refused(Operation.sort(keyed, Order.ASCENDING, SortSpec.ALL), each, "all records");
            }
            setting = setting.with(Operation.types(0));
        }
        StoredSnapshot nothing;
        try (OperatorHarness<Item, Item> harness = harness(up(5))) {
            harness.run(List.of());
            nothing = harness.snapshot();
        }
        goesOn(down(10), List.of(), 0, nothing);
    }

    /** A restart that sorts once more what had not left counts what had: with the limit, all of them are as many as it says. */
    @Test
    void noMoreLeaveThanTheLimitSaysWhenTheRestIsSortedOnceMore() throws Exception {
        for (int limit : List.of(1_000, 5_000)) {
            List<Item> items = items(6_000);
            List<Item> output = new ArrayList<>();
            StoredSnapshot first = emitting(up(limit), items, 300, output);
            setting = setting.with(Operation.types(1));
            StoredSnapshot second = emitting(up(limit), List.of(), 200, output, first);
            setting = setting.with(Operation.types(2));
            refused(up(limit + 1), second);
            try (OperatorHarness<Item, Item> harness = harness(up(limit), second)) {
                harness.run(List.of());
                output.addAll(harness.output());
            }
            assertThat(output).isEqualTo(up(limit).expected().apply(items));
            setting = setting.with(Operation.types(0));
        }
    }
}
