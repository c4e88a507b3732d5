package io.github.foggara.api.types;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * Integers of variable length, 7 bits to a byte, low ones first, a set top bit meaning that another byte follows. Eight groups are moved at
 * once, because a loop over bytes costs more than the rest of a small record.
 */
final class VarLong {
    /** Most bytes of one. */
    static final int MAX = 10;

    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long FLAGS = 0x8080808080808080L;

    private VarLong() {}

    /**
     * Behind its end up to {@link #MAX} bytes are overwritten.
     *
     * @return where it ends
     */
    static int put(byte[] target, int at, long value) {
        int groups = (63 - Long.numberOfLeadingZeros(value | 1)) / 7 + 1;
        if (groups <= 8) {
            long followed = FLAGS & (1L << (groups - 1) * 8) - 1;
            WORDS.set(target, at, apart(value) | followed);
            return at + groups;
        }
        WORDS.set(target, at, apart(value) | FLAGS);
        target[at + 8] = (byte) (value >>> 56 & 0x7F | (groups == MAX ? 0x80 : 0));
        target[at + 9] = (byte) (value >>> 63);
        return at + groups;
    }

    /** Eight bytes of an array, of which at most the first eight groups are looked at. */
    static long word(byte[] source, int at) {
        return (long) WORDS.get(source, at);
    }

    /** Number of groups that begin in a word and end there; 9 if its last byte is followed by another one. */
    static int groups(long word) {
        return (Long.numberOfTrailingZeros(~word & FLAGS) >>> 3) + 1;
    }

    /** The value of the first groups of a word. */
    static long value(long word, int groups) {
        return together(groups >= 8 ? word : word & (1L << groups * 8) - 1);
    }

    /** The low 56 bits, 7 to a byte. */
    private static long apart(long value) {
        long bits = value & 0x000000000FFFFFFFL | (value & 0x00FFFFFFF0000000L) << 4;
        bits = bits & 0x00003FFF00003FFFL | (bits & 0x0FFFC0000FFFC000L) << 2;
        return bits & 0x007F007F007F007FL | (bits & 0x3F803F803F803F80L) << 1;
    }

    private static long together(long word) {
        long bits = word & 0x007F007F007F007FL | (word & 0x7F007F007F007F00L) >>> 1;
        bits = bits & 0x00003FFF00003FFFL | (bits & 0x3FFF00003FFF0000L) >>> 2;
        return bits & 0x000000000FFFFFFFL | (bits & 0x0FFFFFFF00000000L) >>> 4;
    }
}
