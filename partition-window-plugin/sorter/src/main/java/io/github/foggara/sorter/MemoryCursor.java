package io.github.foggara.sorter;

import java.io.IOException;

/** Stands on the records of a sorted buffer. */
final class MemoryCursor extends RunCursor {
    /** So many records are touched at once, so that the processor waits for their cache lines together. */
    private static final int AHEAD = 16;

    private static final int MOST_REACH = 160;

    private final RunIndex index;
    private final byte[][] pages;
    private final int pageSize;
    private final int count;
    /** From the first to the last byte of a record of average size, or as much of it as is worth touching. */
    private final int reach;

    private int next;
    private int touched;
    /** Nobody reads it; without it the touching would be optimised away. */
    private int sum;

    /** The rest of a record in pieces. */
    private int page;

    private int at;

    MemoryCursor(RunIndex index, RecordArea area) {
        this.index = index;
        this.pages = area.pages();
        this.pageSize = area.pageSize();
        this.count = index.count();
        this.reach = (int) Math.min(MOST_REACH, area.payload() / Math.max(1, count));
    }

    @Override
    boolean advance() throws IOException {
        if (next == touched && !touch()) {
            return false;
        }
        long pointer = index.pointer(next++);
        byte[] source = pages[(int) (pointer >>> 32)];
        int from = (int) pointer;
        int key = RecordFormat.length(source, from);
        int recordLengthAt = from + RecordFormat.sizeOf(key);
        recordLength = RecordFormat.length(source, recordLengthAt);
        keyLength = key;
        keyAt = recordLengthAt + RecordFormat.sizeOf(recordLength);
        prefix = RecordFormat.prefix(source, keyAt, key);
        if ((long) keyAt + key + recordLength > pageSize) {
            begin((int) (pointer >>> 32));
            return true;
        }
        keyBytes = source;
        bytes = source;
        start = from;
        recordAt = keyAt + key;
        return true;
    }

    /** A record of usual size lies in two or three cache lines. */
    private boolean touch() {
        int until = Math.min(count, next + AHEAD);
        int touching = 0;
        for (int i = next; i < until; i++) {
            long pointer = index.pointer(i);
            byte[] source = pages[(int) (pointer >>> 32)];
            int from = (int) pointer;
            int last = Math.min(from + reach, pageSize - 1);
            touching += source[from] + source[from + last >>> 1] + source[last];
        }
        sum += touching;
        touched = until;
        return next < until;
    }

    /** The record goes on in the next pages. */
    private void begin(int number) throws IOException {
        bytes = null;
        page = number;
        at = keyAt;
        keyBytes = pages[number];
        if (keyLength > pageSize - keyAt) {
            byte[] key = new byte[keyLength];
            int[] filled = {0};
            walk(keyLength, (source, offset, length) -> {
                System.arraycopy(source, offset, key, filled[0], length);
                filled[0] += length;
            });
            keyBytes = key;
            keyAt = 0;
        } else {
            at += keyLength;
        }
    }

    private void walk(int length, Sink sink) throws IOException {
        int left = length;
        while (left > 0) {
            if (at == pageSize) {
                page++;
                at = 0;
            }
            int piece = Math.min(left, pageSize - at);
            sink.take(pages[page], at, piece);
            at += piece;
            left -= piece;
        }
    }

    @Override
    void drain(Sink sink) throws IOException {
        walk(recordLength, sink);
    }
}
