package io.github.foggara.sorter;

import java.util.Arrays;

/**
 * Compares keys of one area where they stand. A pointer is the number of the page in the upper half and the offset of the record's header
 * in the lower. One thread.
 */
final class KeyOrder {
    private byte[][] pages;
    private int pageSize;

    void use(RecordArea area) {
        pages = area.pages();
        pageSize = area.pageSize();
    }

    int keyLength(long pointer) {
        return RecordFormat.length(pages[(int) (pointer >>> 32)], (int) pointer);
    }

    private int keyAt(byte[] page, int at, int keyLength) {
        int recordLengthAt = at + RecordFormat.sizeOf(keyLength);
        return recordLengthAt + RecordFormat.sizeOf(RecordFormat.length(page, recordLengthAt));
    }

    /** Unsigned; a key that begins another one comes before it. */
    int compare(long left, long right) {
        byte[] a = pages[(int) (left >>> 32)];
        byte[] b = pages[(int) (right >>> 32)];
        int aLength = RecordFormat.length(a, (int) left);
        int bLength = RecordFormat.length(b, (int) right);
        int aAt = keyAt(a, (int) left, aLength);
        int bAt = keyAt(b, (int) right, bLength);
        if (aLength <= pageSize - aAt && bLength <= pageSize - bAt) {
            return Arrays.compareUnsigned(a, aAt, aAt + aLength, b, bAt, bAt + bLength);
        }
        int common = mismatch(left, right, 0);
        if (common < 0) {
            return 0;
        }
        return common >= aLength || common >= bLength
                ? aLength - bLength
                : byteAt(left, common) - byteAt(right, common);
    }

    /** How many bytes they have in common, of which so many are known; -1 if they are equal. */
    int mismatch(long left, long right, int known) {
        byte[] a = pages[(int) (left >>> 32)];
        byte[] b = pages[(int) (right >>> 32)];
        int aLength = RecordFormat.length(a, (int) left);
        int bLength = RecordFormat.length(b, (int) right);
        int aAt = keyAt(a, (int) left, aLength);
        int bAt = keyAt(b, (int) right, bLength);
        if (aLength > pageSize - aAt || bLength > pageSize - bAt) {
            return mismatchAcross(left, right, known);
        }
        int at = Arrays.mismatch(a, aAt + known, aAt + aLength, b, bAt + known, bAt + bLength);
        return at < 0 ? -1 : at + known;
    }

    private int mismatchAcross(long left, long right, int known) {
        int aLength = keyLength(left);
        int bLength = keyLength(right);
        int common = Math.min(aLength, bLength);
        long aFrom = place(left, aLength);
        long bFrom = place(right, bLength);
        int at = known;
        while (at < common) {
            int aOffset = (int) ((aFrom + at) % pageSize);
            int bOffset = (int) ((bFrom + at) % pageSize);
            int piece = Math.min(common - at, pageSize - Math.max(aOffset, bOffset));
            byte[] a = pages[(int) ((aFrom + at) / pageSize)];
            byte[] b = pages[(int) ((bFrom + at) / pageSize)];
            int differs = Arrays.mismatch(a, aOffset, aOffset + piece, b, bOffset, bOffset + piece);
            if (differs >= 0) {
                return at + differs;
            }
            at += piece;
        }
        return aLength == bLength ? -1 : common;
    }

    /** Where its key begins, counted through all pages. */
    private long place(long pointer, int keyLength) {
        int page = (int) (pointer >>> 32);
        return (long) page * pageSize + keyAt(pages[page], (int) pointer, keyLength);
    }

    private int byteAt(long pointer, int index) {
        long place = place(pointer, keyLength(pointer)) + index;
        return pages[(int) (place / pageSize)][(int) (place % pageSize)] & 0xff;
    }

    /** Eight bytes of the key, filled up with zeros behind its end. */
    long word(long pointer, int from) {
        byte[] page = pages[(int) (pointer >>> 32)];
        int length = RecordFormat.length(page, (int) pointer);
        long at = (long) keyAt(page, (int) pointer, length) + from;
        int bytes = Math.min(8, length - from);
        if (at + 8 <= pageSize) {
            return RecordFormat.prefix(page, (int) at, bytes);
        }
        long word = 0;
        for (int i = 0; i < bytes; i++) {
            word |= (long) byteAt(pointer, from + i) << 56 - 8 * i;
        }
        return word;
    }

    /** As much of the key as there is room for. */
    void head(long pointer, byte[] target) {
        int length = Math.min(target.length, keyLength(pointer));
        for (int i = 0; i < length; i++) {
            target[i] = (byte) byteAt(pointer, i);
        }
    }
}
