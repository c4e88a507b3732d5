package io.github.foggara.kernel.taskexecutor.chain;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScalarTableTest {
    private static final int STEPS = 100_000;

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void longsBehaveLikeAHashMap(boolean withFirst) {
        LongScalarTable table = new LongScalarTable(withFirst);
        Map<Long, Long> numbers = new HashMap<>();
        Map<Long, Object> firsts = new HashMap<>();
        Random random = new Random(1);
        for (long i = 1; i <= STEPS; i++) {
            // 0 and close and far multiples of a power of two among them.
            long key = random.nextInt(4) == 0 ? random.nextLong() : (random.nextInt(500) - 250) * 1024L;
            table.touch(key);
            int slot = table.slot(key);
            assertThat(slot >= 0).isEqualTo(numbers.containsKey(key));
            if (slot < 0) {
                table.insert(key, i, "first " + i);
                firsts.put(key, withFirst ? "first " + i : null);
            } else {
                assertThat(table.number(slot)).isEqualTo(numbers.get(key));
                assertThat(table.first(slot)).isEqualTo(firsts.get(key));
                table.number(slot, i);
            }
            numbers.put(key, i);
        }
        assertThat(numbers).containsKey(0L);
        assertThat(table.large()).isTrue();
        numbers.forEach((key, number) ->
                assertThat(table.number(table.slot(key))).as("key %d", key).isEqualTo(number));
        int filled = 0;
        for (int slot = 0; slot < table.slots(); slot++) {
            filled += table.first(slot) == null ? 0 : 1;
        }
        assertThat(filled).isEqualTo(withFirst ? numbers.size() : 0);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void objectsBehaveLikeAHashMap(boolean withFirst) {
        ObjectScalarTable table = new ObjectScalarTable(withFirst);
        Map<Object, Long> numbers = new HashMap<>();
        Map<Object, Object> firsts = new HashMap<>();
        Random random = new Random(2);
        for (long i = 1; i <= STEPS; i++) {
            Object key = switch (random.nextInt(5)) {
                case 0 -> new KeyTableTest.Clash(random.nextInt(100));
                case 1 -> (double) random.nextInt(5_000);
                case 2 -> "k" + random.nextInt(1_000);
                case 3 -> "";
                default -> (short) (random.nextInt(100) - 50);
            };
            int touched = table.touch(key);
            if (touched >= 0) {
                table.touchObjects(touched);
            }
            int slot = table.slot(key);
            assertThat(slot >= 0).isEqualTo(numbers.containsKey(key));
            if (slot < 0) {
                table.insert(key, i, "first " + i);
                firsts.put(key, withFirst ? "first " + i : null);
            } else {
                assertThat(table.number(slot)).isEqualTo(numbers.get(key));
                assertThat(table.first(slot)).isEqualTo(firsts.get(key));
                table.number(slot, i);
            }
            numbers.put(key, i);
        }
        assertThat(table.large()).isTrue();
        numbers.forEach((key, number) ->
                assertThat(table.number(table.slot(key))).as("key %s", key).isEqualTo(number));
        int filled = 0;
        for (int slot = 0; slot < table.slots(); slot++) {
            filled += table.first(slot) == null ? 0 : 1;
        }
        assertThat(filled).isEqualTo(withFirst ? numbers.size() : 0);
    }
}
