package io.github.foggara.window;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * An operation on full partitions, and what it makes of one, said as simply as can be.
 *
 * @param keyed whether a partition is a key
 * @param functions behind the key selector
 * @param expected results of a partition, in order
 */
record Operation(
        String label,
        String name,
        boolean keyed,
        Map<String, String> parameters,
        List<Object> functions,
        UnaryOperator<List<Operation.Item>> expected) {
    /** Records that go in and come out. The number tells records apart. */
    record Item(int key, int value, int number) {}

    private static final Comparator<Item> BY_VALUE = Comparator.comparing(Item::value);

    static StateTypes types(int shift) {
        return InMemoryStateTypes.turned(shift, List.of(Item.class));
    }

    static List<Item> items(Random random, int count, int keys, int values) {
        return IntStream.range(0, count)
                .mapToObj(i -> new Item(random.nextInt(keys), random.nextInt(values), i))
                .toList();
    }

    static List<Operation> all(Random random) {
        int limit = 1 + random.nextInt(12);
        List<Operation> all = new ArrayList<>();
        for (boolean keyed : new boolean[] {false, true}) {
            all.add(sort(keyed, Order.ASCENDING, SortSpec.ALL));
            all.add(sort(keyed, Order.DESCENDING, SortSpec.ALL));
            all.add(sort(keyed, Order.ASCENDING, limit));
            all.add(sort(keyed, Order.DESCENDING, TopRecords.MOST + limit));
            all.add(first(keyed, limit));
        }
        all.add(reduce());
        all.add(new Operation("aggregate", "aggregate", true, Map.of(), List.of(new Total()), Operation::sum));
        all.add(calls(random.nextInt(3) == 0 ? limit : Integer.MAX_VALUE, 1));
        all.add(calls(Integer.MAX_VALUE, 20));
        return all;
    }

    static Operation sort(boolean keyed, Order order, long limit) {
        SortSpec spec = new SortSpec(List.of(SortCriterion.field("value", order, NullOrder.AUTO)), limit);
        Comparator<Item> by = order == Order.ASCENDING ? BY_VALUE : BY_VALUE.reversed();
        return new Operation(
                "sort " + order + " " + limit,
                "sort",
                keyed,
                spec.parameters(),
                List.of(),
                items -> items.stream().sorted(by).limit(limit).toList());
    }

    static Operation first(boolean keyed, int limit) {
        return new Operation(
                "first " + limit,
                "sort",
                keyed,
                new SortSpec(List.of(), limit).parameters(),
                List.of(),
                items -> items.stream().limit(limit).toList());
    }

    static Operation reduce() {
        return new Operation("reduce", "reduce", true, Map.of(), List.of(new Sum()), Operation::sum);
    }

    /** A function that reads so many records of each key and emits each so many times. */
    static Operation calls(int limit, int times) {
        MapPartitionFunction<Item, Item> function = (records, out) -> {
            int read = 0;
            for (Item item : records) {
                for (int i = 0; i < times; i++) {
                    out.collect(item);
                }
                if (++read == limit) {
                    return;
                }
            }
        };
        return new Operation(
                "map-partition " + limit + " x" + times,
                "map-partition",
                true,
                Map.of(),
                List.of(function),
                items -> items.stream()
                        .limit(limit)
                        .flatMap(item -> IntStream.range(0, times).mapToObj(i -> item))
                        .toList());
    }

    private static List<Item> sum(List<Item> items) {
        int sum = items.stream().mapToInt(Item::value).sum();
        int last = items.get(items.size() - 1).number();
        return List.of(new Item(items.get(0).key(), sum, last));
    }

    Operator<Item, Item> make(Operators operators) {
        if (!keyed) {
            return operators.create(name, parameters, functions);
        }
        KeySelector<Item, Integer> key = Item::key;
        List<Object> all = new ArrayList<>();
        all.add(key);
        all.addAll(functions);
        return operators.keyed(name, parameters, all.toArray());
    }

    /** Results by key; of the whole under -1 if a partition is a subtask. */
    Map<Integer, List<Item>> results(List<Item> input) {
        Map<Integer, List<Item>> results = new TreeMap<>();
        byKey(input).forEach((key, items) -> results.put(key, expected.apply(items)));
        return results;
    }

    Map<Integer, List<Item>> byKey(List<Item> items) {
        Map<Integer, List<Item>> groups = new LinkedHashMap<>();
        items.forEach(item -> groups.computeIfAbsent(keyed ? item.key() : -1, k -> new ArrayList<>())
                .add(item));
        return groups;
    }

    private static final class Sum implements ReduceFunction<Item> {
        @Override
        public Item reduce(Item left, Item right) {
            return new Item(right.key(), left.value() + right.value(), right.number());
        }
    }

    private static final class Total implements AggregateFunction<Item, long[], Item> {
        @Override
        public long[] createAccumulator() {
            return new long[3];
        }

        @Override
        public long[] add(Item value, long[] accumulator) {
            return new long[] {value.key(), accumulator[1] + value.value(), value.number()};
        }

        @Override
        public Item result(long[] accumulator) {
            return new Item((int) accumulator[0], (int) accumulator[1], (int) accumulator[2]);
        }

        @Override
        public long[] merge(long[] left, long[] right) {
            return new long[] {right[0], left[1] + right[1], right[2]};
        }
    }

    @Override
    public String toString() {
        return (keyed ? "keyed " : "") + label;
    }
}
