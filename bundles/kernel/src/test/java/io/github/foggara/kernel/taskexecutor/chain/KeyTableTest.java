package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyTableTest {
    private static final int STEPS = 100_000;

    /** A key whose hash tells little. */
    record Clash(int value) {
        @Override
        public int hashCode() {
            return value & 7;
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Clash clash && clash.value == value;
        }
    }

    @Test
    void longsBehaveLikeAHashMap() {
        LongKeyTable table = new LongKeyTable();
        Map<Long, Long> expected = new HashMap<>();
        Random random = new Random(1);
        for (long i = 1; i <= STEPS; i++) {
            long key = random.nextInt(4) == 0 ? random.nextLong() : (random.nextInt(500) - 250) * 1024L;
            int slot = table.slot(key);
            assertThat(table.value(slot)).isEqualTo(expected.get(key));
            if (table.value(slot) == null) {
                table.insert(slot, key, i);
            } else {
                table.update(slot, i);
            }
            expected.put(key, i);
        }
        expected.forEach(
                (key, value) -> assertThat(table.value(table.slot(key))).isEqualTo(value));
        int filled = 0;
        for (int slot = 0; slot < table.slots(); slot++) {
            filled += table.value(slot) == null ? 0 : 1;
        }
        assertThat(filled).isEqualTo(expected.size());
    }

    @Test
    void objectsBehaveLikeAHashMap() {
        ObjectKeyTable table = new ObjectKeyTable();
        Map<Object, Long> expected = new HashMap<>();
        Random random = new Random(2);
        for (long i = 1; i <= STEPS; i++) {
            Object key = switch (random.nextInt(4)) {
                case 0 -> new Clash(random.nextInt(100));
                case 1 -> random.nextInt();
                case 2 -> "k" + random.nextInt(1_000);
                default -> random.nextInt(100) - 50;
            };
            int slot = table.slot(key);
            assertThat(table.value(slot)).isEqualTo(expected.get(key));
            if (table.value(slot) == null) {
                table.insert(slot, key, i);
            } else {
                table.update(slot, i);
            }
            expected.put(key, i);
        }
        expected.forEach(
                (key, value) -> assertThat(table.value(table.slot(key))).isEqualTo(value));
        int filled = 0;
        for (int slot = 0; slot < table.slots(); slot++) {
            filled += table.value(slot) == null ? 0 : 1;
        }
        assertThat(filled).isEqualTo(expected.size());
    }
}
