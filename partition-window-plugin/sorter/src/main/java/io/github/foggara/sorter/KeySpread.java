package io.github.foggara.sorter;

import java.util.Arrays;
import java.util.List;

/**
 * Which of the first bytes of some keys are not the same in all of them. Keys often begin with what they share: the number of a key group
 * apart, a type, the upper bytes of a number. Behind its end a key counts as filled up with zeros. One thread.
 */
final class KeySpread {
    static final int WORDS = 4;
    /** So many bytes are looked at. */
    static final int BYTES = 8 * WORDS;

    private final long[] first = new long[WORDS];
    private final long[] differing = new long[WORDS];
    private boolean any;

    /** Word by word as {@link RecordFormat#prefix} yields them. */
    void add(byte[] bytes, int at, int length) {
        if (!any) {
            any = true;
            for (int i = 0; i < WORDS; i++) {
                first[i] = RecordFormat.prefix(bytes, at + 8 * i, length - 8 * i);
            }
        } else {
            for (int i = 0; i < WORDS; i++) {
                differing[i] |= RecordFormat.prefix(bytes, at + 8 * i, length - 8 * i) ^ first[i];
            }
        }
    }

    /** Of all of them; null if one is null. */
    static KeySpread of(List<KeySpread> parts) {
        KeySpread all = new KeySpread();
        for (KeySpread part : parts) {
            if (part == null) {
                return null;
            }
            all.add(part);
        }
        return all;
    }

    private void add(KeySpread other) {
        if (!any) {
            any = other.any;
            System.arraycopy(other.first, 0, first, 0, WORDS);
        }
        for (int i = 0; i < WORDS; i++) {
            differing[i] |= other.differing[i] | (other.any ? other.first[i] ^ first[i] : 0);
        }
    }

    /** Whether the first eight bytes all differ, so that they are as good as any. */
    boolean fromTheBeginning() {
        return count(8) == 8;
    }

    private int count(int bytes) {
        int count = 0;
        for (int i = 0; i < bytes; i++) {
            count += differs(i) ? 1 : 0;
        }
        return count;
    }

    private boolean differs(int index) {
        return (differing[index >>> 3] << 8 * (index & 7)) >>> 56 != 0;
    }

    /** The first eight of the bytes that differ, or all if there are fewer. */
    int[] columns() {
        int[] columns = new int[BYTES];
        int count = 0;
        for (int i = 0; i < BYTES && count < 8; i++) {
            if (differs(i)) {
                columns[count++] = i;
            }
        }
        return Arrays.copyOf(columns, count);
    }

    /** How many bytes are known to be equal if those of {@link #columns} are. */
    int covered() {
        int[] columns = columns();
        return columns.length == 8 && count(BYTES) > 8 ? columns[7] + 1 : BYTES;
    }
}
