package io.github.foggara.sorter;

/**
 * Puts records in order whose words are equal: a few by comparing their keys, many by what all of their keys have in common,
 * behind which the next eight bytes are sorted as the first ones were. So a long common beginning is looked at once. The stack does not
 * grow with the keys. One thread at a time.
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
        long largest = sortAllButLargest(pairs, scratch, 0, count, common);
        sortMany(pairs, scratch, (int) (largest >>> 32), (int) largest, common);
    }

    /**
     * Those with equal words, but for the largest group of many: so what is sorted by recursion has at most half of the rows, however many
     * levels there are.
     *
     * @param common as in {@link #sort}
     * @return where that group begins, in the upper half, and where it ends; both 0 if there is none
     */
    private long sortAllButLargest(long[] pairs, long[] scratch, int low, int high, int common) {
        int begin = low;
        int largest = 0;
        int largestEnd = 0;
        for (int i = low + 1; i <= high; i++) {
            if (i < high && pairs[2 * i] == pairs[2 * begin]) {
                continue;
            }
            if (i - begin <= FEW) {
                insert(pairs, begin, i);
            } else if (i - begin <= largestEnd - largest) {
                sortMany(pairs, scratch, begin, i, common);
            } else {
                sortMany(pairs, scratch, largest, largestEnd, common);
                largest = begin;
                largestEnd = i;
            }
            begin = i;
        }
        return (long) largest << 32 | largestEnd;
    }

    /** With equal words; none is nothing to do. */
    private void sortMany(long[] pairs, long[] scratch, int low, int high, int known) {
        int from = low;
        int to = high;
        int common = known;
        while (from < to) {
            lifetime.check();
            common = common(pairs, from, to, common);
            if (common == Integer.MAX_VALUE) {
                return;
            }
            from = endedFirst(pairs, scratch, from, to, common);
            for (int i = from; i < to; i++) {
                pairs[2 * i] = order.word(pairs[2 * i + 1], common);
            }
            radix.sort(pairs, scratch, from, to);
            long largest = sortAllButLargest(pairs, scratch, from, to, common);
            from = (int) (largest >>> 32);
            to = (int) largest;
        }
    }

    /** How many bytes the keys have in common, of which so many are known; {@link Integer#MAX_VALUE} if they are equal. */
    private int common(long[] pairs, int low, int high, int known) {
        long first = pairs[2 * low + 1];
        int common = Integer.MAX_VALUE;
        for (int i = low + 1; i < high && common > known; i++) {
            int own = order.mismatch(first, pairs[2 * i + 1], known);
            common = own < 0 ? common : Math.min(common, own);
        }
        return common;
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
