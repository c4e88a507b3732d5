package io.github.foggara.window.range;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.util.ArrayList;
import java.util.List;

/**
 * Chooses a fixed number of records of a row whose length is not known before, each with the same chance: algorithm L of Kim-Hung Li,
 * "Reservoir-sampling algorithms of time complexity O(n(1+log(N/n)))", 1994. It draws how many records to skip, so that a record that
 * is not chosen costs a comparison. What it chooses depends on nothing but the seed and the number of records. Task thread.
 */
final class Reservoir {
    private static final long GOLDEN = 0x9E3779B97F4A7C15L;

    private final int capacity;
    private final List<byte[]> keys = new ArrayList<>();
    private long records;
    /** Number of the next record that is chosen, from 1. */
    private long next = 1;
    /** The largest of as many random numbers as there are keys, which those of later records have to stay below. */
    private double threshold = 1;

    private long random;

    /**
     * @param capacity 0 only counts
     */
    Reservoir(int capacity, long seed) {
        this.capacity = capacity;
        // Mixed: rows of neighbouring seeds would be the same one, a step apart.
        this.random = mixed(seed + GOLDEN);
        if (capacity == 0) {
            next = Long.MAX_VALUE;
        }
    }

    /** There is another record; whether it is chosen: then {@link #put} its key. */
    boolean chooses() {
        return ++records == next;
    }

    /**
     * @param key not changed any more
     */
    void put(byte[] key) {
        if (keys.size() < capacity) {
            keys.add(key);
            if (keys.size() < capacity) {
                next++;
                return;
            }
        } else {
            keys.set((int) (unit() * capacity), key);
        }
        threshold *= Math.exp(Math.log(unit()) / capacity);
        double skipped = Math.floor(Math.log(unit()) / Math.log1p(-threshold));
        next = skipped < Long.MAX_VALUE - next - 1 ? next + (long) skipped + 1 : Long.MAX_VALUE;
    }

    /** Above 0 and below 1. */
    private double unit() {
        random += GOLDEN;
        return ((mixed(random) >>> 12) + 0.5) * 0x1p-52;
    }

    /** The last step of SplitMix64. */
    private static long mixed(long number) {
        long mixed = (number ^ number >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }

    /** What was chosen so far; shares the keys. */
    Sample sample() {
        return new Sample(records, List.copyOf(keys));
    }

    /** All of it but its keys are eight bytes each. */
    void encode(RecordOutput out) {
        out.writeInt(capacity);
        out.writeLong(records);
        out.writeLong(next);
        out.writeLong(Double.doubleToRawLongBits(threshold));
        out.writeLong(random);
        Sample.writeKeys(keys, out);
    }

    /**
     * @throws IllegalArgumentException if the bytes are none
     */
    static Reservoir decode(RecordInput in) {
        Reservoir read = new Reservoir(in.readInt(), 0);
        read.records = in.readLong();
        read.next = in.readLong();
        read.threshold = Double.longBitsToDouble(in.readLong());
        read.random = in.readLong();
        read.keys.addAll(Sample.readKeys(in));
        if (read.capacity < 0
                || read.records < 0
                || read.next <= read.records
                || !(read.threshold >= 0 && read.threshold <= 1)
                || read.keys.size() != Math.min(read.capacity, read.records)) {
            throw new IllegalArgumentException("A sample of " + read.keys.size() + " keys of " + read.records
                    + " records, with room for " + read.capacity + ", goes on at " + read.next);
        }
        return read;
    }
}
