package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.KeyGroupRange;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.StateContext;
import io.github.foggara.api.state.StateTypes;
import io.github.foggara.kernel.serialization.KeyGroups;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import io.github.foggara.testkit.state.InMemoryStateTypes.Tag;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class ReduceTablesTest {
    private static final int GROUPS = 16;
    private static final StateTypes TYPES = InMemoryStateTypes.turned(0);

    private final ExecutorService io = Executors.newSingleThreadExecutor();

    @AfterEach
    void stop() {
        io.shutdownNow();
    }

    private record Scope(StateTypes types, Class<?> keyType) implements ReduceTables.Scope {
        Scope(StateTypes types) {
            this(types, Object.class);
        }

        @Override
        public StateContext state() {
            return new StateContext(
                    "sum",
                    "sum-uid",
                    keyType,
                    GROUPS,
                    new KeyGroupRange(0, GROUPS - 1),
                    types,
                    this::grouping,
                    Configuration.EMPTY);
        }

        @Override
        public String operator() {
            return "sum";
        }

        @Override
        public int maxParallelism() {
            return GROUPS;
        }

        @Override
        public KeyGrouping grouping() {
            return new KeyGroups(GROUPS, 1);
        }
    }

    /** Tables as the links have them, with a model beside. */
    private static final class Sums {
        final LongScalarTable longs;
        final LongScalarTable ints;
        final ObjectScalarTable others;
        final ReduceTables tables;
        final Map<Object, Long> model = new HashMap<>();

        Sums(boolean firsts, StateTypes types) {
            this(firsts, new Scope(types));
        }

        Sums(boolean firsts, Scope scope) {
            longs = new LongScalarTable(firsts);
            ints = new LongScalarTable(firsts);
            others = new ObjectScalarTable(firsts);
            tables = new ReduceTables(
                    scope,
                    "the sum of long count",
                    firsts,
                    List.of(
                            new ReduceTables.Part(KeyKind.LONG, longs),
                            new ReduceTables.Part(KeyKind.INT, ints),
                            new ReduceTables.Part(KeyKind.OBJECT, others)));
        }

        void add(Object key, long number) {
            model.merge(key, number, Long::sum);
            if (key instanceof Long or) {
                add(longs, or, key, number);
            } else if (key instanceof Integer or) {
                add(ints, or, key, number);
            } else {
                int slot = others.slot(key);
                if (slot < 0) {
                    others.insert(key, number, "first of " + key);
                } else {
                    others.number(slot, others.number(slot) + number);
                }
            }
        }

        private static void add(LongScalarTable table, long key, Object boxed, long number) {
            int slot = table.slot(key);
            if (slot < 0) {
                table.insert(key, number, "first of " + boxed);
            } else {
                table.number(slot, table.number(slot) + number);
            }
        }

        void addSome(Random random, int count) {
            for (int i = 0; i < count; i++) {
                int n = random.nextInt(12_000);
                Object key = switch (n % 4) {
                    case 0 -> (Object) ((long) n / 4 - 100);
                    case 1 -> n / 4 - 100;
                    case 2 -> "key " + n;
                    default -> new Tag("t", n);
                };
                add(key, random.nextInt(1_000) - 500);
            }
        }

        void check(Map<Object, Long> expected, boolean firsts) {
            assertThat(longs.size() + ints.size() + others.size()).isEqualTo(expected.size());
            expected.forEach((key, number) -> {
                if (key instanceof Long || key instanceof Integer) {
                    LongScalarTable table = key instanceof Long ? longs : ints;
                    int slot = table.slot(((Number) key).longValue());
                    assertThat(slot).as("slot of %s", key).isNotNegative();
                    assertThat(table.number(slot)).as("number of %s", key).isEqualTo(number);
                    assertThat(table.first(slot)).isEqualTo(firsts ? "first of " + key : null);
                } else {
                    int slot = others.slot(key);
                    assertThat(slot).as("slot of %s", key).isNotNegative();
                    assertThat(others.number(slot)).as("number of %s", key).isEqualTo(number);
                    assertThat(others.first(slot)).isEqualTo(firsts ? "first of " + key : null);
                }
            });
        }
    }

    private static Map<Integer, byte[]> write(KeyedSnapshot snapshot) throws IOException {
        Map<Integer, ByteArrayOutputStream> groups = new TreeMap<>();
        snapshot.write(group -> {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            assertThat(groups.put(group, bytes)).isNull();
            return bytes;
        });
        Map<Integer, byte[]> written = new TreeMap<>();
        groups.forEach((group, bytes) -> written.put(group, bytes.toByteArray()));
        return written;
    }

    private static void restore(ReduceTables tables, StateTypes types, Map<Integer, byte[]> groups, IntPredicate mine)
            throws IOException {
        StateTypes written = TYPES.written(types.table(), "sum");
        for (Map.Entry<Integer, byte[]> group : groups.entrySet()) {
            if (mine.test(group.getKey())) {
                tables.restore(group.getKey(), written, new ByteArrayInputStream(group.getValue()));
            }
        }
    }

    @Test
    void numbersAreAsTheyWereWhileTheyChange() throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            Random random = new Random(seed);
            boolean firsts = seed % 2 == 0;
            Sums sums = new Sums(firsts, TYPES);
            sums.addSome(random, random.nextInt(20_000));
            for (int round = 0; round < 3; round++) {
                Map<Object, Long> then = Map.copyOf(sums.model);
                try (KeyedSnapshot snapshot = sums.tables.snapshot()) {
                    sums.addSome(random, random.nextInt(3_000));
                    Future<Map<Integer, byte[]>> writing = io.submit(() -> write(snapshot));
                    while (!writing.isDone()) {
                        sums.addSome(random, 20);
                    }
                    Sums restored = new Sums(firsts, TYPES);
                    restore(restored.tables, TYPES, writing.get(), group -> true);
                    restored.check(then, firsts);
                }
                sums.check(sums.model, firsts);
            }
        }
    }

    @Test
    void keyGroupsMoveAndTypesMayHaveOtherIds() throws Exception {
        StateTypes older = InMemoryStateTypes.turned(3);
        Sums sums = new Sums(true, older);
        sums.addSome(new Random(1), 10_000);
        Map<Integer, byte[]> groups;
        try (KeyedSnapshot snapshot = sums.tables.snapshot()) {
            groups = write(snapshot);
        }
        assertThat(groups).hasSize(GROUPS);
        KeyGroups grouping = new KeyGroups(GROUPS, 1);
        for (int part = 0; part < 2; part++) {
            int mine = part;
            Sums restored = new Sums(true, TYPES);
            restore(restored.tables, older, groups, group -> group % 2 == mine);
            Map<Object, Long> expected = new HashMap<>(sums.model);
            expected.keySet().removeIf(key -> grouping.group(key) % 2 != mine);
            restored.check(expected, true);
        }
        Sums withoutFirsts = new Sums(false, TYPES);
        restore(withoutFirsts.tables, older, groups, group -> true);
        withoutFirsts.check(sums.model, false);
    }

    @Test
    void wholeRecordsComeBack() throws Exception {
        LongKeyTable longs = new LongKeyTable();
        ObjectKeyTable others = new ObjectKeyTable();
        ReduceTables tables = records(longs, others);
        for (long key = 0; key < 3_000; key++) {
            longs.insert(longs.slot(key), key, new Tag("r", (int) key));
            String text = "k" + key;
            others.insert(others.slot(text), text, key);
        }
        try (KeyedSnapshot snapshot = tables.snapshot()) {
            longs.update(longs.slot(5L), new Tag("changed", 5));
            others.update(others.slot("k5"), 99L);
            assertThatThrownBy(tables::snapshot).isInstanceOf(IllegalStateException.class);
            assertThat(tables.open()).isTrue();
            LongKeyTable longsNow = new LongKeyTable();
            ObjectKeyTable othersNow = new ObjectKeyTable();
            restore(records(longsNow, othersNow), TYPES, write(snapshot), group -> true);
            assertThat(longsNow.size()).isEqualTo(3_000);
            assertThat(othersNow.size()).isEqualTo(3_000);
            for (long key = 0; key < 3_000; key++) {
                assertThat(longsNow.value(longsNow.slot(key))).isEqualTo(new Tag("r", (int) key));
                assertThat(othersNow.value(othersNow.slot("k" + key))).isEqualTo(key);
            }
        }
        assertThat(tables.open()).isFalse();
        assertThat(longs.value(longs.slot(5L))).isEqualTo(new Tag("changed", 5));
    }

    private static ReduceTables records(LongKeyTable longs, ObjectKeyTable others) {
        return new ReduceTables(
                new Scope(TYPES),
                "whole records",
                false,
                List.of(new ReduceTables.Part(KeyKind.LONG, longs), new ReduceTables.Part(KeyKind.OBJECT, others)));
    }

    @Test
    void keysOfAnotherTypeAreRefused() throws Exception {
        for (Object key : List.of(1L, 2, "three")) {
            Sums sums = new Sums(false, TYPES);
            sums.add(key, 5);
            Map<Integer, byte[]> groups;
            try (KeyedSnapshot snapshot = sums.tables.snapshot()) {
                groups = write(snapshot);
            }
            restore(new Sums(false, new Scope(TYPES, key.getClass())).tables, TYPES, groups, group -> true);
            for (Class<?> now : List.of(Long.class, Integer.class, String.class, Tag.class)) {
                if (now != key.getClass()) {
                    assertThatThrownBy(() -> restore(
                                    new Sums(false, new Scope(TYPES, now)).tables, TYPES, groups, group -> true))
                            .isInstanceOf(IncompatibleStateException.class)
                            .hasMessageContainingAll(
                                    "'sum'", "'sum-uid'", key.getClass().getName(), now.getName());
                }
            }
        }
    }

    @Test
    void whatDoesNotFitIsRefused() throws Exception {
        Sums sums = new Sums(false, TYPES);
        sums.add(1L, 5);
        Map<Integer, byte[]> groups;
        try (KeyedSnapshot snapshot = sums.tables.snapshot()) {
            groups = write(snapshot);
        }
        assertThatThrownBy(
                        () -> restore(records(new LongKeyTable(), new ObjectKeyTable()), TYPES, groups, group -> true))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'sum'", "the sum of long count", "whole records");
        assertThatThrownBy(() -> restore(new Sums(true, TYPES).tables, TYPES, groups, group -> true))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContaining("'sum'");
    }

    @Test
    void damageIsFoundWhereverItIs() throws Exception {
        Sums sums = new Sums(true, TYPES);
        for (Object key : List.of(0L, 0, "", new Tag("x", 1))) {
            sums.add(key, 7);
        }
        Map<Integer, byte[]> groups;
        try (KeyedSnapshot snapshot = sums.tables.snapshot()) {
            groups = write(snapshot);
        }
        groups.forEach((group, good) -> {
            for (int at = 0; at < good.length; at++) {
                byte[] bad = good.clone();
                bad[at] ^= 1;
                refuses(group, bad);
                refuses(group, Arrays.copyOf(good, at));
            }
            refuses(group, Arrays.copyOf(good, good.length + 1));
            refuses((group + 1) % GROUPS, good);
        });
    }

    private static void refuses(int group, byte[] bytes) {
        assertThatThrownBy(() -> new Sums(true, TYPES)
                        .tables.restore(group, TYPES.written(TYPES.table(), "sum"), new ByteArrayInputStream(bytes)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("'sum'");
    }

    @Test
    void whatIsGivenUpIsNotWritten() {
        Sums sums = new Sums(false, TYPES);
        sums.addSome(new Random(1), 5_000);
        KeyedSnapshot snapshot = sums.tables.snapshot();
        snapshot.close();
        assertThatThrownBy(() -> write(snapshot)).isInstanceOf(IOException.class);
        KeyedSnapshot late = sums.tables.snapshot();
        assertThatThrownBy(() -> late.write(group -> {
                    late.close();
                    return new ByteArrayOutputStream();
                }))
                .isInstanceOf(IOException.class);
    }
}
