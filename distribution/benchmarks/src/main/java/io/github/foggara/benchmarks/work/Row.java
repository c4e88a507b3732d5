package io.github.foggara.benchmarks.work;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The record of the sort workloads.
 *
 * @param key spread over all 64 bits
 * @param payload of 100 bytes, which begin with the number the row was made of
 */
public record Row(long key, byte[] payload) {
    /** Length of a payload in bytes. */
    public static final int PAYLOAD = 100;

    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    public static Row of(long number) {
        byte[] payload = new byte[PAYLOAD];
        fill(payload, number);
        return new Row(key(number), payload);
    }

    public static long key(long number) {
        return Numbers.mix(number);
    }

    public static void fill(byte[] payload, long number) {
        LONGS.set(payload, 0, number);
    }

    /** The number to add up: key and payload belong together. */
    public static long digest(long key, byte[] payload) {
        return Numbers.digest(key, (long) LONGS.get(payload, 0));
    }
}
