package io.github.foggara.benchmarks.work;

import java.nio.charset.StandardCharsets;

/** From the number of a record to its key and value, and from an update to what is added up of it. */
public final class Numbers {
    private static final int TEXT_LENGTH = 8;

    private Numbers() {}

    /** A bijection that spreads neighbours over all 64 bits. */
    static long mix(long number) {
        long z = number + 0x9E3779B97F4A7C15L;
        z = (z ^ z >>> 30) * 0xBF58476D1CE4E5B9L;
        z = (z ^ z >>> 27) * 0x94D049BB133111EBL;
        return z ^ z >>> 31;
    }

    /** Key of a record, from 0 to {@code keys - 1}; at most 2^31 keys. */
    public static long key(long number, long keys) {
        return (mix(number) >>> 33) * keys >>> 31;
    }

    /**
     * Value of every record with that key, from 1 to 8: the same for one key, so that its running sums do not depend on the
     * order in which its records arrive.
     */
    public static long value(long key) {
        return 1 + (key & 7);
    }

    /** A fresh text of eight characters, as a parser would make it. */
    public static String text(long key) {
        byte[] characters = new byte[TEXT_LENGTH];
        long rest = key;
        for (int i = TEXT_LENGTH - 1; i >= 0; i--) {
            characters[i] = (byte) ('a' + (rest & 15));
            rest >>>= 4;
        }
        return new String(characters, StandardCharsets.ISO_8859_1);
    }

    /**
     * What is added up of an update: depends on key and sum together, so that equal totals of many updates mean that each
     * key went through the same sums.
     */
    public static long digest(long key, long sum) {
        long h = key * 0x9E3779B97F4A7C15L + sum;
        return (h ^ h >>> 29) * 0xBF58476D1CE4E5B9L;
    }
}
