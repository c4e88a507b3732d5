package io.github.foggara.state.heap;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Removing moves others up, so any order of putting and removing is tried, with keys that collide and with any. */
class TableTest {
    private static final int OPERATIONS = 40_000;

    @Test
    void numbers() {
        for (int keys : new int[] {20, 60, 5_000}) {
            LongTable table = new LongTable(false);
            Map<Long, Object> model = new HashMap<>();
            Random random = new Random(keys);
            for (int i = 0; i < OPERATIONS; i++) {
                long key = random.nextInt(keys) - 5;
                if (random.nextInt(5) < 2) {
                    table.remove(key);
                    model.remove(key);
                } else {
                    table.put(key, i);
                    model.put(key, i);
                }
                long asked = random.nextInt(keys) - 5;
                assertThat(table.get(asked)).isEqualTo(model.get(asked));
                assertThat(table.size()).isEqualTo(model.size());
            }
            for (long key = -5; key < keys; key++) {
                assertThat(table.get(key)).isEqualTo(model.get(key));
            }
        }
    }

    /** All hashes are one of few. */
    private record Crowded(int number) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Crowded that && that.number == number;
        }

        @Override
        public int hashCode() {
            return number % 3;
        }
    }

    @Test
    void objects() {
        for (int keys : new int[] {20, 60, 1_000}) {
            ObjectTable table = new ObjectTable(false);
            Map<Object, Object> model = new HashMap<>();
            Random random = new Random(keys);
            for (int i = 0; i < OPERATIONS / 4; i++) {
                Object key = key(random.nextInt(keys));
                if (random.nextInt(5) < 2) {
                    table.remove(key);
                    model.remove(key);
                } else {
                    table.put(key, i);
                    model.put(key, i);
                }
                Object asked = key(random.nextInt(keys));
                assertThat(table.get(asked)).isEqualTo(model.get(asked));
                assertThat(table.contains(asked)).isEqualTo(model.containsKey(asked));
                assertThat(table.size()).isEqualTo(model.size());
            }
            for (int key = 0; key < keys; key++) {
                assertThat(table.get(key(key))).isEqualTo(model.get(key(key)));
            }
        }
    }

    private static Object key(int number) {
        return number < 50 ? new Crowded(number) : (Object) ("key " + number);
    }
}
