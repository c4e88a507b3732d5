package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class KeyColumnsTest {
    private static KeySpread spread(List<byte[]> keys) {
        KeySpread spread = new KeySpread();
        keys.forEach(key -> spread.add(key, 0, key.length));
        return spread;
    }

    private static byte[] key(int... bytes) {
        byte[] key = new byte[bytes.length];
        for (int i = 0; i < bytes.length; i++) {
            key[i] = (byte) bytes[i];
        }
        return key;
    }

    @Test
    void takesTheBytesThatDiffer() {
        List<byte[]> keys = List.of(key(1, 9, 9, 5, 9, 7, 8, 9, 9, 1), key(2, 9, 9, 5, 9, 7, 0, 9, 9, 3));
        KeySpread spread = spread(keys);
        assertThat(spread.columns()).containsExactly(0, 6, 9);
        assertThat(spread.covered()).isEqualTo(32);
        KeyColumns columns = new KeyColumns(spread);
        assertThat(columns.word(keys.get(0), 0, 10)).isEqualTo(0x0108010000000000L);
        assertThat(columns.word(keys.get(1), 0, 10)).isEqualTo(0x0200030000000000L);
    }

    @Test
    void coversAllUpToTheEighthOfMoreThanEight() {
        byte[] other = new byte[40];
        Arrays.fill(other, 4, 13, (byte) 1);
        KeySpread spread = spread(List.of(new byte[40], other));
        assertThat(spread.columns()).containsExactly(4, 5, 6, 7, 8, 9, 10, 11);
        assertThat(spread.covered()).isEqualTo(12);
    }

    @Test
    void countsWhatIsBehindTheEndAsZeros() {
        KeySpread spread = spread(List.of(key(1), key(1, 0), key(1, 0, 2)));
        assertThat(spread.columns()).containsExactly(2);
        assertThat(new KeyColumns(spread).word(key(9, 1, 7, 7, 7, 7, 7, 7, 7, 7), 1, 1))
                .isZero();
        assertThat(spread(List.of(new byte[0])).columns()).isEmpty();
    }

    @Test
    void isUnknownIfOnePartIs() {
        KeySpread one = spread(List.of(key(1, 2)));
        KeySpread other = spread(List.of(key(1, 3), key(1, 4)));
        assertThat(KeySpread.of(Arrays.asList(one, null))).isNull();
        assertThat(KeySpread.of(List.of(one, other)).columns()).containsExactly(1);
        assertThat(KeySpread.of(List.of(one, spread(List.of(key(7, 2))))).columns())
                .containsExactly(0);
        assertThat(KeySpread.of(List.of(one, new KeySpread(), one)).columns()).isEmpty();
    }

    @Test
    void ordersAsTheKeysDoUnlessWordsAreEqual() {
        Random random = new Random(1);
        for (Keys keys : Keys.values()) {
            List<byte[]> all =
                    keys.entries(300, 0, random).stream().map(Entry::key).toList();
            KeySpread spread = spread(all);
            KeyColumns columns = new KeyColumns(spread);
            for (int i = 0; i < 2000; i++) {
                byte[] a = all.get(random.nextInt(300));
                byte[] b = all.get(random.nextInt(300));
                int byWord = Long.compareUnsigned(columns.word(a, 0, a.length), columns.word(b, 0, b.length));
                int byKey = Arrays.compareUnsigned(a, b);
                if (byWord != 0) {
                    assertThat(Integer.signum(byKey)).isEqualTo(byWord);
                } else {
                    int covered = Math.min(columns.covered(), Math.max(a.length, b.length));
                    assertThat(Arrays.copyOf(a, covered)).isEqualTo(Arrays.copyOf(b, covered));
                }
            }
        }
    }
}
