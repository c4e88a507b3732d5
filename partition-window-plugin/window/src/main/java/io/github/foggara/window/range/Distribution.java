package io.github.foggara.window.range;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Says for any key how much of all records has smaller ones, by samples of them. It depends on the samples only, so all subtasks that have the
 * same ones agree on every key; they add them up in the same order for that. Immutable.
 *
 * <p>A key of the sample stands for as many records as its share says, and lies in their middle, so that a key that many records have goes to
 * the range that has most of them. A key between two of the sample lies where one ends and the other begins.
 */
final class Distribution {
    /** Places are below; so many bits that a place times a number of subtasks is a long. */
    private static final long PLACES = 1L << 31;

    /** Distinct, in their order. */
    private final byte[][] keys;
    /** Of each key, its first bytes as a number that compares as they do. */
    private final long[] prefixes;
    /** Of each key. */
    private final int[] middles;
    /** Of what is smaller than each key, and, last, of what is larger than all. */
    private final int[] gaps;

    private record Weighted(byte[] key, double weight) {}

    private Distribution(byte[][] keys, int[] middles, int[] gaps) {
        this.keys = keys;
        this.prefixes = new long[keys.length];
        Arrays.setAll(prefixes, i -> prefix(keys[i], keys[i].length));
        this.middles = middles;
        this.gaps = gaps;
    }

    /**
     * @param tallies of all subtasks, in their order
     */
    static Distribution of(List<Tally> tallies) {
        List<Weighted> all = new ArrayList<>();
        for (Tally tally : tallies) {
            for (Sample sample : tally.samples()) {
                double weight = (double) sample.records() / sample.keys().size();
                sample.keys().forEach(key -> all.add(new Weighted(key, weight)));
            }
        }
        // Stable: equal keys stay in the order of the subtasks.
        all.sort((a, b) -> Arrays.compareUnsigned(a.key(), b.key()));
        double total = 0;
        for (Weighted each : all) {
            total += each.weight();
        }
        return of(all, total);
    }

    private static Distribution of(List<Weighted> sorted, double total) {
        byte[][] keys = new byte[sorted.size()][];
        int[] middles = new int[keys.length];
        int[] gaps = new int[keys.length + 1];
        int distinct = 0;
        double below = 0;
        int at = 0;
        while (at < sorted.size()) {
            byte[] key = sorted.get(at).key();
            double to = below;
            while (at < sorted.size() && Arrays.equals(sorted.get(at).key(), key)) {
                to += sorted.get(at++).weight();
            }
            keys[distinct] = key;
            gaps[distinct] = place(below, total);
            middles[distinct] = place(below + (to - below) / 2, total);
            distinct++;
            below = to;
        }
        gaps[distinct] = place(below, total);
        return new Distribution(
                Arrays.copyOf(keys, distinct), Arrays.copyOf(middles, distinct), Arrays.copyOf(gaps, distinct + 1));
    }

    private static int place(double below, double total) {
        return total == 0 ? 0 : (int) Math.min(PLACES - 1, (long) (below / total * PLACES));
    }

    /**
     * Where a key lies among all; a larger one never before a smaller one.
     *
     * @param length of the key, which begins at 0
     * @return from 0, where all are larger, to 2^31 - 1
     */
    int place(byte[] key, int length) {
        int cut = Math.min(length, Sample.LONGEST);
        long prefix = prefix(key, cut);
        int low = 0;
        int high = keys.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            int order = Long.compare(prefixes[middle], prefix);
            if (order == 0) {
                order = Arrays.compareUnsigned(keys[middle], 0, keys[middle].length, key, 0, cut);
            }
            if (order == 0) {
                return middles[middle];
            } else if (order < 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return gaps[low];
    }

    /** Signed, as it compares. */
    private static long prefix(byte[] key, int length) {
        long prefix = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            prefix = prefix << Byte.SIZE | (i < length ? key[i] & 0xFF : 0);
        }
        return prefix ^ Long.MIN_VALUE;
    }

    /**
     * The subtask that has the range of a place.
     *
     * @param subtasks from 1
     */
    static int subtask(int place, int subtasks) {
        return (int) ((long) place * subtasks >>> 31);
    }
}
