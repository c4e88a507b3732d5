package io.github.foggara.sorter;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * How a record stands in a page, in a block of a run and in a segment of a checkpoint: length of the key, length of the record (both in
 * base 128, low seven bits first), key, record. The same everywhere, so that moving one is one copy.
 */
final class RecordFormat {
    /** Bytes of two lengths at most. */
    static final int MAX_HEADER = 10;

    /** Bytes of the largest record with its key: leaves room for its header in an array. */
    static final int MAX_BODY = Integer.MAX_VALUE - 64;

    private static final VarHandle WORD = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private RecordFormat() {}

    static int sizeOf(int length) {
        return length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : length < 1 << 28 ? 4 : 5;
    }

    static int headerOf(int keyLength, int recordLength) {
        return (keyLength | recordLength) < 1 << 7 ? 2 : sizeOf(keyLength) + sizeOf(recordLength);
    }

    /** Where the next byte goes. */
    static int putLength(byte[] target, int at, int length) {
        int rest = length;
        int next = at;
        while (rest >= 1 << 7) {
            target[next++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        target[next] = (byte) rest;
        return next + 1;
    }

    static int putHeader(byte[] target, int at, int keyLength, int recordLength) {
        return putLength(target, putLength(target, at, keyLength), recordLength);
    }

    /** A length as it stands there; how many bytes it took says {@link #sizeOf}. Negative if it is none. */
    static int length(byte[] source, int at) {
        byte first = source[at];
        return first >= 0 ? first : longLength(source, at);
    }

    private static int longLength(byte[] source, int at) {
        int value = 0;
        for (int i = 0; i < 5; i++) {
            byte next = source[at + i];
            value |= (next & 0x7f) << 7 * i;
            if (next >= 0) {
                return sizeOf(value) == i + 1 ? value : -1;
            }
        }
        return -1;
    }

    /**
     * First eight bytes of a key, the first one on top; a shorter one is filled up with zeros. All of it stands in the array.
     *
     * @param keyLength negative counts as 0
     */
    static long prefix(byte[] source, int at, int keyLength) {
        if (keyLength >= 8) {
            return (long) WORD.get(source, at);
        }
        if (keyLength <= 0) {
            return 0;
        }
        return at + 8 <= source.length
                ? (long) WORD.get(source, at) & -1L << 64 - 8 * keyLength
                : shortPrefix(source, at, keyLength);
    }

    private static long shortPrefix(byte[] source, int at, int keyLength) {
        long word = 0;
        for (int i = 0; i < keyLength; i++) {
            word |= (source[at + i] & 0xffL) << 56 - 8 * i;
        }
        return word;
    }
}
