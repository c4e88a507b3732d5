package io.github.foggara.sorter;

/**
 * Puts records in order whose words are equal: a few by comparing their keys, many by what all of their keys have in common,
 * behind which the next eight bytes are sorted as the first ones were. So a long common beginning is looked at once. One thread at a time.
 */
final class TieSort {
    private static final int FEW = 12;

    private final KeyOrder order;
    private final RadixSort radix;
    private final Lifetime lifetime;

    TieSort(KeyOrder order, RadixSort radix, Lifetime lifetime) {
        this.order = order;
        this.radix = radix;
        this.lifetime = lifetime;
    }

    /**
     * @param pairs sorted by their first words, equal ones in the order they came; the words are overwritten
     * @param common bytes that keys have in common if their words are equal, at most the length of the shortest key
     */
    void sort(long[] pairs, long[] scratch, int count, int common) {
        sortRows(pairs, scratch, 0, count, common);
    }

    /** @param common as in {@link #sort} */
    private void sortRows(long[] pairs, long[] scratch, int low, int high, int common) {
        int begin = low;
        for (int i = low + 1; i <= high; i++) {
            if (i == high || pairs[2 * i] != pairs[2 * begin]) {
                if (i - begin > FEW) {
                    lifetime.check();
                    sortMany(pairs, scratch, begin, i, common);
                } else if (i - begin > 1) {
                    insert(pairs, begin, i);
                }
                begin = i;
            }
        }
    }

    private void sortMany(long[] pairs, long[] scratch, int low, int high, int known) {
        long first = pairs[2 * low + 1];
        int common = Integer.MAX_VALUE;
        for (int i = low + 1; i < high && common > known; i++) {
            int own = order.mismatch(first, pairs[2 * i + 1], known);
            common = own < 0 ? common : Math.min(common, own);
        }
        if (common == Integer.MAX_VALUE) {
            return;
        }
        int rest = endedFirst(pairs, scratch, low, high, common);
        for (int i = rest; i < high; i++) {
            pairs[2 * i] = order.word(pairs[2 * i + 1], common);
        }
        radix.sort(pairs, scratch, rest, high);
        sortRows(pairs, scratch, rest, high, common);
    }

    /** Keys that end with what is common come first. Returns where the others begin. */
    private int endedFirst(long[] pairs, long[] scratch, int low, int high, int common) {
        int ended = low;
        int longer = low;
        for (int i = low; i < high; i++) {
            if (order.keyLength(pairs[2 * i + 1]) == common) {
                pairs[2 * ended++ + 1] = pairs[2 * i + 1];
            } else {
                scratch[2 * longer++ + 1] = pairs[2 * i + 1];
            }
        }
        for (int i = low; i < longer; i++) {
            pairs[2 * (ended + i - low) + 1] = scratch[2 * i + 1];
        }
        return ended;
    }

    private void insert(long[] pairs, int low, int high) {
        for (int i = low + 1; i < high; i++) {
            long pointer = pairs[2 * i + 1];
            int at = i;
            while (at > low && order.compare(pairs[2 * at - 1], pointer) > 0) {
                pairs[2 * at + 1] = pairs[2 * at - 1];
                at--;
            }
            pairs[2 * at + 1] = pointer;
        }
    }
}
