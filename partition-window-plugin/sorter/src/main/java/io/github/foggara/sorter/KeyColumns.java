package io.github.foggara.sorter;

/** Puts the bytes of a key that differ into one word: like a prefix of eight bytes, but of bytes that say something. Never changes. */
final class KeyColumns {
    /** The first eight bytes. */
    static final KeyColumns PREFIX = new KeyColumns(new int[] {0, 1, 2, 3, 4, 5, 6, 7}, 8);

    /** By row of neighbours: where it begins in the key, what of eight bytes from there does not belong to it, where it goes. */
    private final int[] from = new int[8];

    private final int[] right = new int[8];
    private final int[] left = new int[8];
    private final int rows;
    private final int covered;

    KeyColumns(KeySpread spread) {
        this(spread.columns(), spread.covered());
    }

    private KeyColumns(int[] columns, int covered) {
        this.covered = covered;
        int count = 0;
        for (int begin = 0; begin < columns.length; count++) {
            int end = begin + 1;
            while (end < columns.length && columns[end] == columns[end - 1] + 1) {
                end++;
            }
            from[count] = columns[begin];
            right[count] = 64 - 8 * (end - begin);
            left[count] = 64 - 8 * end;
            begin = end;
        }
        rows = count;
    }

    /** Bytes that are equal in two keys, filled up with zeros, if their words are. */
    int covered() {
        return covered;
    }

    /** Of a key that stands there in one piece. */
    long word(byte[] bytes, int at, int length) {
        long word = 0;
        for (int i = 0; i < rows; i++) {
            word |= RecordFormat.prefix(bytes, at + from[i], length - from[i]) >>> right[i] << left[i];
        }
        return word;
    }
}
