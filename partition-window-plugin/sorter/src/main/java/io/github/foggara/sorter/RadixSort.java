package io.github.foggara.sorter;

/**
 * Sorts pairs of words by their first word, unsigned, keeping the order of equal ones: by the highest bits that differ first, then each
 * part by the next ones, until it is small enough to be sorted by insertion. Each step moves from the one array to the other. Bits that
 * are the same everywhere cost one look. One thread at a time.
 */
final class RadixSort {
    private static final int SMALL = 20;
    private static final int WIDEST = 10;
    /** The narrowest takes three of 64 bits. */
    private static final int MOST_STEPS = 22;

    private final int[][] ends = new int[MOST_STEPS][];
    private final Lifetime lifetime;

    RadixSort(Lifetime lifetime) {
        this.lifetime = lifetime;
    }

    /** @param scratch as long as {@code pairs}; both are touched between the two places only, which count pairs */
    void sort(long[] pairs, long[] scratch, int low, int high) {
        if (high - low <= SMALL) {
            insert(pairs, low, high);
        } else {
            step(pairs, scratch, low, high, 64, true, 0);
        }
    }

    /**
     * @param upper only bits below this one may differ
     * @param stay whether the result has to be where the pairs are now, or in the other array
     */
    private void step(long[] pairs, long[] other, int low, int high, int upper, boolean stay, int depth) {
        int top = upper;
        int bits = bitsFor(high - low);
        int[] count = ends(depth);
        int shift;
        while (true) {
            shift = Math.max(0, top - bits);
            count(pairs, low, high, shift, count, (1 << bits) - 1);
            if (count[(int) (pairs[2 * low] >>> shift) & (1 << bits) - 1] < high - low) {
                break;
            }
            top = differing(pairs, low, high);
            if (top == 0) {
                place(pairs, other, low, high, stay);
                return;
            }
        }
        scatter(pairs, other, low, high, shift, count, (1 << bits) - 1);
        if (shift == 0) {
            place(other, pairs, low, high, !stay);
            return;
        }
        int begin = low;
        for (int i = 0; i < 1 << bits; i++) {
            int end = count[i];
            if (end - begin > SMALL) {
                lifetime.check();
                step(other, pairs, begin, end, shift, !stay, depth + 1);
            } else if (end > begin) {
                if (end - begin > 1) {
                    insert(other, begin, end);
                }
                if (stay) {
                    copy(other, pairs, begin, end);
                }
            }
            begin = end;
        }
    }

    /** As many as leave some pairs for each value. */
    private static int bitsFor(int pairs) {
        return Math.min(WIDEST, 30 - Integer.numberOfLeadingZeros(pairs));
    }

    private int[] ends(int depth) {
        if (ends[depth] == null) {
            ends[depth] = new int[1 << WIDEST];
        }
        return ends[depth];
    }

    private static void count(long[] pairs, int low, int high, int shift, int[] count, int mask) {
        java.util.Arrays.fill(count, 0, mask + 1, 0);
        for (int i = 2 * low; i < 2 * high; i += 2) {
            count[(int) (pairs[i] >>> shift) & mask]++;
        }
    }

    /** The number of the highest bit that is not the same in all, from 1; 0 if all are equal. */
    private static int differing(long[] pairs, int low, int high) {
        long first = pairs[2 * low];
        long bits = 0;
        for (int i = 2 * low; i < 2 * high; i += 2) {
            bits |= pairs[i] ^ first;
        }
        return 64 - Long.numberOfLeadingZeros(bits);
    }

    /** Makes places of counts, and leaves the end of each value's pairs. */
    private static void scatter(long[] pairs, long[] other, int low, int high, int shift, int[] count, int mask) {
        int sum = low;
        for (int i = 0; i <= mask; i++) {
            int own = count[i];
            count[i] = sum;
            sum += own;
        }
        for (int i = 2 * low; i < 2 * high; i += 2) {
            long word = pairs[i];
            int target = 2 * count[(int) (word >>> shift) & mask]++;
            other[target] = word;
            other[target + 1] = pairs[i + 1];
        }
    }

    private static void place(long[] pairs, long[] other, int low, int high, boolean stay) {
        if (!stay) {
            copy(pairs, other, low, high);
        }
    }

    private static void copy(long[] from, long[] to, int low, int high) {
        System.arraycopy(from, 2 * low, to, 2 * low, 2 * (high - low));
    }

    private static void insert(long[] pairs, int low, int high) {
        for (int i = 2 * low + 2; i < 2 * high; i += 2) {
            long word = pairs[i];
            long value = pairs[i + 1];
            int at = i;
            while (at > 2 * low && Long.compareUnsigned(pairs[at - 2], word) > 0) {
                pairs[at] = pairs[at - 2];
                pairs[at + 1] = pairs[at - 1];
                at -= 2;
            }
            pairs[at] = word;
            pairs[at + 1] = value;
        }
    }
}
