package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.state.AggregatingState;
import io.github.foggara.api.state.AggregatingStateDescriptor;
import io.github.foggara.api.state.KeyedStateBackend;
import io.github.foggara.api.state.ListState;
import io.github.foggara.api.state.ListStateDescriptor;
import io.github.foggara.api.state.MapState;
import io.github.foggara.api.state.MapStateDescriptor;
import io.github.foggara.api.state.ReducingState;
import io.github.foggara.api.state.ReducingStateDescriptor;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.testkit.state.InMemoryStateTypes.Tag;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** What five states of an operator should hold, for keys of all forms, while random operations go to a backend and to this. */
final class StateModel {
    static final ValueStateDescriptor<long[]> VALUE = new ValueStateDescriptor<>("value", long[].class);
    static final ListStateDescriptor<String> LIST = new ListStateDescriptor<>("list", String.class);
    static final MapStateDescriptor<Long, long[]> MAP = new MapStateDescriptor<>("map", Long.class, long[].class);
    static final ReducingStateDescriptor<long[]> REDUCING =
            new ReducingStateDescriptor<>("reducing", StateModel::addTo, long[].class);
    static final AggregatingStateDescriptor<Long, long[], Long> AGGREGATING =
            new AggregatingStateDescriptor<>("aggregating", new Sum(), long[].class);

    private static final int KEYS = 1_600;
    private static final int SCRIBBLE = -99;

    private final Map<Object, long[]> values = new HashMap<>();
    private final Map<Object, List<String>> lists = new HashMap<>();
    private final Map<Object, Map<Long, Long>> maps = new HashMap<>();
    private final Map<Object, Long> sums = new HashMap<>();
    private final Map<Object, Long> totals = new HashMap<>();

    /** Sums up in place. */
    private static final class Sum implements AggregateFunction<Long, long[], Long> {
        @Override
        public long[] createAccumulator() {
            return new long[1];
        }

        @Override
        public long[] add(Long value, long[] accumulator) {
            accumulator[0] += value;
            return accumulator;
        }

        @Override
        public Long result(long[] accumulator) {
            return accumulator[0];
        }

        @Override
        public long[] merge(long[] left, long[] right) {
            left[0] += right[0];
            return left;
        }
    }

    /** Sums up in place, too. */
    private static long[] addTo(long[] left, long[] right) {
        left[0] += right[0];
        return left;
    }

    /** The states of one backend. */
    record States(
            KeyedStateBackend backend,
            ValueState<long[]> value,
            ListState<String> list,
            MapState<Long, long[]> map,
            ReducingState<long[]> reducing,
            AggregatingState<Long, Long> aggregating) {
        static States of(KeyedStateBackend backend) {
            return new States(
                    backend,
                    backend.state(VALUE),
                    backend.state(LIST),
                    backend.state(MAP),
                    backend.state(REDUCING),
                    backend.state(AGGREGATING));
        }
    }

    /** The n-th of all keys: every form in turn. */
    static Object key(int n) {
        return switch (n % 4) {
            case 0 -> (Object) ((long) n / 4 - 10);
            case 1 -> (Object) (n / 4 - 10);
            case 2 -> "key " + n / 4;
            default -> new Tag("tag", n / 4);
        };
    }

    StateModel copy() {
        StateModel copy = new StateModel();
        values.forEach((key, value) -> copy.values.put(key, value.clone()));
        lists.forEach((key, list) -> copy.lists.put(key, new ArrayList<>(list)));
        maps.forEach((key, map) -> copy.maps.put(key, new TreeMap<>(map)));
        copy.sums.putAll(sums);
        copy.totals.putAll(totals);
        return copy;
    }

    /** Operations on keys that are of the subtask. */
    void change(States states, Random random, int operations, Predicate<Object> mine) throws Exception {
        for (int i = 0; i < operations; i++) {
            Object key = key(random.nextInt(KEYS));
            if (mine.test(key)) {
                states.backend().currentKey(key);
                switch (random.nextInt(5)) {
                    case 0 -> changeValue(states, key, random);
                    case 1 -> changeList(states, key, random);
                    case 2 -> changeMap(states, key, random);
                    case 3 -> changeReducing(states, key, random);
                    default -> changeAggregating(states, key, random);
                }
            }
        }
    }

    private void changeValue(States states, Object key, Random random) {
        if (random.nextInt(4) == 0) {
            values.remove(key);
            states.value().clear();
            return;
        }
        long[] value = {random.nextLong(), random.nextInt(10)};
        values.put(key, value.clone());
        states.value().update(value);
        value[0] = SCRIBBLE;
    }

    private void changeList(States states, Object key, Random random) {
        List<String> list = lists.computeIfAbsent(key, k -> new ArrayList<>());
        String element = "e" + random.nextInt(100);
        switch (random.nextInt(6)) {
            case 0 -> {
                list.clear();
                states.list().clear();
            }
            case 1 -> {
                list.clear();
                list.addAll(List.of(element, element));
                states.list().update(List.of(element, element));
            }
            case 2 -> {
                list.addAll(List.of("a", element));
                states.list().addAll(List.of("a", element));
            }
            default -> {
                list.add(element);
                states.list().add(element);
            }
        }
        if (list.isEmpty()) {
            lists.remove(key);
        }
    }

    private void changeMap(States states, Object key, Random random) {
        Map<Long, Long> map = maps.computeIfAbsent(key, k -> new TreeMap<>());
        long at = random.nextInt(5);
        if (random.nextInt(3) == 0) {
            map.remove(at);
            states.map().remove(at);
        } else {
            long[] value = {random.nextInt(1_000)};
            map.put(at, value[0]);
            states.map().put(at, value);
            value[0] = SCRIBBLE;
        }
        if (map.isEmpty()) {
            maps.remove(key);
        }
    }

    private void changeReducing(States states, Object key, Random random) throws Exception {
        if (random.nextInt(8) == 0) {
            sums.remove(key);
            states.reducing().clear();
            return;
        }
        long[] value = {random.nextInt(1_000)};
        sums.merge(key, value[0], Long::sum);
        states.reducing().add(value);
        value[0] = SCRIBBLE;
    }

    private void changeAggregating(States states, Object key, Random random) throws Exception {
        if (random.nextInt(8) == 0) {
            totals.remove(key);
            states.aggregating().clear();
            return;
        }
        long value = random.nextInt(1_000);
        totals.merge(key, value, Long::sum);
        states.aggregating().add(value);
    }

    /** Every key of the subtask has what it should have. */
    void check(States states, Predicate<Object> mine) throws Exception {
        for (int n = 0; n < KEYS; n++) {
            Object key = key(n);
            if (mine.test(key)) {
                states.backend().currentKey(key);
                same("value of %s", key, states.value().value(), values.get(key));
                same("list of %s", key, seen(states.list()), lists.getOrDefault(key, List.of()));
                same("map of %s", key, seen(states.map()), maps.getOrDefault(key, Map.of()));
                same("map of %s without entries", key, states.map().isEmpty(), !maps.containsKey(key));
                long[] sum = states.reducing().get();
                same("sum of %s", key, sum == null ? null : sum[0], sums.get(key));
                same("total of %s", key, states.aggregating().get(), totals.get(key));
            }
        }
        assertThat(states.backend().entries()).as("entries").isEqualTo(entries(mine));
    }

    /** Asserts by AssertJ only what is not equal: it is asked a million times. */
    private static void same(String what, Object key, Object actual, Object expected) {
        if (!Objects.deepEquals(actual, expected)) {
            assertThat(actual).as(what, key).isEqualTo(expected);
        }
    }

    private static List<String> seen(ListState<String> state) {
        List<String> seen = new ArrayList<>();
        state.get().forEach(seen::add);
        return seen;
    }

    private static Map<Long, Long> seen(MapState<Long, long[]> state) {
        Map<Long, Long> seen = new TreeMap<>();
        state.entries().forEach(entry -> seen.put(entry.getKey(), entry.getValue()[0]));
        seen.forEach((key, value) -> {
            same("%s in a map", key, state.contains(key), true);
            same("%s of a map", key, state.get(key), new long[] {value});
        });
        return seen;
    }

    private long entries(Predicate<Object> mine) {
        return List.of(values, lists, maps, sums, totals).stream()
                .mapToLong(map -> map.keySet().stream().filter(mine).count())
                .sum();
    }
}
