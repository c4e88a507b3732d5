package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class RadixSortTest {
    private final Lifetime lifetime = new Lifetime(() -> {});
    private final RadixSort sort = new RadixSort(lifetime);

    /** Pairs of a word and the number of their place. */
    private static long[] pairs(int count, LongSupplier words) {
        long[] pairs = new long[2 * count];
        for (int i = 0; i < count; i++) {
            pairs[2 * i] = words.getAsLong();
            pairs[2 * i + 1] = i;
        }
        return pairs;
    }

    /** Sorts what lies between a border of three pairs on either side, which has to stay as it is. */
    private void check(int count, LongSupplier words) {
        long[] pairs = pairs(count + 6, words);
        long[] expected = pairs.clone();
        Long[][] middle = new Long[count][];
        Arrays.setAll(middle, i -> new Long[] {pairs[2 * i + 6], pairs[2 * i + 7]});
        Arrays.sort(middle, Comparator.comparing(pair -> pair[0], Long::compareUnsigned));
        for (int i = 0; i < count; i++) {
            expected[2 * i + 6] = middle[i][0];
            expected[2 * i + 7] = middle[i][1];
        }
        sort.sort(pairs, new long[pairs.length], 3, count + 3);
        assertThat(pairs).isEqualTo(expected);
    }

    @Test
    void sortsUnsignedAndKeepsTheOrderOfEqualWords() {
        for (int count : new int[] {0, 1, 2, 19, 20, 21, 22, 63, 64, 100, 1000, 5000, 70_000}) {
            Random random = new Random(count);
            check(count, random::nextLong);
            check(count, () -> random.nextInt(5));
            check(count, () -> -1L << random.nextInt(64));
            check(count, () -> (random.nextLong() & 0x0f0000ff00000003L) | 0x8080000000000000L);
            check(count, () -> random.nextInt(50) == 0 ? random.nextLong() : 42);
            check(count, () -> 1L << 63 - Math.min(63, (int) Math.abs(random.nextGaussian() * 20)));
            long[] next = {Long.MAX_VALUE - count / 2};
            check(count, () -> next[0]++);
            check(count, () -> next[0]--);
        }
    }

    @Test
    void endsSoonWhenItsSorterIsClosed() {
        long[] pairs = pairs(50_000, new Random(1)::nextLong);
        lifetime.close();
        assertThatThrownBy(() -> sort.sort(pairs, new long[pairs.length], 0, 50_000))
                .isInstanceOf(CancellationException.class);
    }
}
