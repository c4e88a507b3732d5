package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.window.Operation.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Records that nobody wants any more are passed over with an ear for mails: a cancel, a checkpoint. */
class PassedOverTest extends ChangedRestart {
    private static final int RECORDS_PER_LOOK = 64;

    private static List<Item> items(int count, int keys) {
        return IntStream.range(0, count).mapToObj(i -> new Item(i % keys, i, i)).toList();
    }

    /** The function returns after one record; a snapshot that falls into the rest of its key calls it once more, and emits once. */
    @Test
    void theRestOfAKeyServesMails() throws Exception {
        int count = 10_000;
        List<Item> items = items(count, 1);
        for (Operation operation : List.of(Operation.calls(1, 1), Operation.first(true, 1))) {
            List<StoredSnapshot> taken = new ArrayList<>();
            try (OperatorHarness<Item, Item> harness = harness(operation)) {
                harness.context().between(() -> {
                    if (harness.context().betweens() == count / RECORDS_PER_LOOK / 2) {
                        taken.add(harness.snapshot());
                    }
                });
                harness.run(items);
                assertThat(harness.output()).as("%s", operation).containsExactly(items.get(0));
                assertThat(harness.context().betweens())
                        .as("looks of %s", operation)
                        .isGreaterThanOrEqualTo(count / RECORDS_PER_LOOK);
            }
            try (OperatorHarness<Item, Item> harness = harness(operation, taken.get(0))) {
                harness.run(List.of());
                List<Item> all = new ArrayList<>(items.subList(0, taken.get(0).emitted()));
                all.addAll(harness.output());
                assertThat(all).as("%s, again", operation).containsExactly(items.get(0));
            }
        }
    }

    /** After a restart, those whose results have left. */
    @Test
    void whatHasLeftBeforeARestartServesMails() throws Exception {
        int count = 8_000;
        List<Item> items = items(count, 2);
        for (Operation operation : List.of(
                Operation.sort(false, Order.ASCENDING, SortSpec.ALL),
                Operation.sort(true, Order.ASCENDING, SortSpec.ALL),
                Operation.first(true, 1),
                Operation.calls(1, 1),
                Operation.reduce())) {
            int results = operation.results(items).values().stream()
                    .mapToInt(List::size)
                    .sum();
            List<Item> all = new ArrayList<>();
            StoredSnapshot last = beforeTheLastResult(operation, items, results - 1, all);
            try (OperatorHarness<Item, Item> harness = harness(operation, last)) {
                harness.run(List.of());
                all.addAll(harness.output());
                assertThat(operation.byKey(all)).as("%s", operation).isEqualTo(operation.results(items));
                assertThat(harness.context().betweens())
                        .as("looks of %s", operation)
                        .isGreaterThanOrEqualTo(count / RECORDS_PER_LOOK - 1);
            }
        }
    }

    /** The last moment at which so many have left. */
    private StoredSnapshot beforeTheLastResult(Operation operation, List<Item> items, int emitted, List<Item> output)
            throws Exception {
        StoredSnapshot[] last = {null};
        try (OperatorHarness<Item, Item> harness = harness(operation)) {
            harness.context().between(() -> {
                if (harness.output().size() == emitted) {
                    last[0] = harness.snapshot();
                }
            });
            harness.run(items);
            output.addAll(harness.output().subList(0, emitted));
        }
        return last[0];
    }
}
