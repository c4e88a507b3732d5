package io.github.foggara.sorter;

import java.util.Arrays;

/**
 * Records in the order they came, in pages. Only ever appended to, so a part of it that was there once can be read by another thread
 * while more is added. A small record stands in one page; a larger one goes on at the beginning of the following pages. Its header and
 * the first eight bytes of its key always stand together.
 *
 * <p>The task adds; the thread that sorts reads after {@link #seal}. Pages go back to the pool when nobody holds the area any more.
 */
final class RecordArea {
    private static final byte[] NONE = {};
    private static final byte[][] NO_PAGES = {};

    private final PagePool pool;
    private final Shares shares;
    private final int pageSize;
    private final Holders holders = new Holders(this::giveBack);
    /** By record, beginning of the key and pointer, as {@link RunIndex} wants them; null if nobody keeps them. */
    private long[] entries;

    /** Others of the same content when it grows. */
    private volatile byte[][] pages = new byte[8][];

    private volatile int[] used = new int[8];
    private int pageCount;
    private byte[] page = NONE;
    private int at;
    private int count;
    private int limit;
    private boolean sealed;
    private long payload;
    private int shortestKey = Integer.MAX_VALUE;
    private int longestKey;

    /** @param entries lent until the area is sorted, as long as {@link Shares#capacity} says; null leaves it to a scan */
    RecordArea(PagePool pool, Shares shares, long[] entries) {
        this.entries = entries;
        this.pool = pool;
        this.shares = shares;
        this.pageSize = pool.pageSize();
    }

    /** Whether there was room. If not, nothing has changed. */
    boolean add(byte[] key, int keyFrom, int keyLength, byte[] record, int recordFrom, int recordLength) {
        int header = RecordFormat.headerOf(keyLength, recordLength);
        int total = header + keyLength + recordLength;
        if (total > page.length - at || count == limit) {
            return addElsewhere(key, keyFrom, keyLength, record, recordFrom, recordLength);
        }
        byte[] target = page;
        int start = at;
        enter(key, keyFrom, keyLength, start);
        if (header == 2) {
            target[start] = (byte) keyLength;
            target[start + 1] = (byte) recordLength;
        } else {
            RecordFormat.putHeader(target, start, keyLength, recordLength);
        }
        System.arraycopy(key, keyFrom, target, start + header, keyLength);
        System.arraycopy(record, recordFrom, target, start + header + keyLength, recordLength);
        at = start + total;
        counted(keyLength, total);
        return true;
    }

    private void enter(byte[] key, int keyFrom, int keyLength, int start) {
        if (entries != null) {
            entries[2 * count] = RecordFormat.prefix(key, keyFrom, keyLength);
            entries[2 * count + 1] = (long) (pageCount - 1) << 32 | start;
        }
    }

    private void counted(int keyLength, int total) {
        count++;
        payload += total;
        if (keyLength < shortestKey) {
            shortestKey = keyLength;
        }
        if (keyLength > longestKey) {
            longestKey = keyLength;
        }
    }

    /** There is no room in this page, or none in the index. */
    private boolean addElsewhere(
            byte[] key, int keyFrom, int keyLength, byte[] record, int recordFrom, int recordLength) {
        int header = RecordFormat.headerOf(keyLength, recordLength);
        int total = header + keyLength + recordLength;
        if (sealed || pageCount > 0 && count >= limit) {
            return false;
        }
        boolean spans = total > pageSize / 8;
        int together = spans ? Math.min(total, header + 8) : total;
        if (together > page.length - at) {
            if (!morePages(total)) {
                return false;
            }
            turn();
        } else if (!morePages(total - (page.length - at))) {
            return false;
        }
        enter(key, keyFrom, keyLength, at);
        byte[] start = new byte[RecordFormat.MAX_HEADER];
        RecordFormat.putHeader(start, 0, keyLength, recordLength);
        append(start, 0, header);
        append(key, keyFrom, keyLength);
        append(record, recordFrom, recordLength);
        counted(keyLength, total);
        return true;
    }

    /** Takes as many as so many bytes need, behind the current one, or none. */
    private boolean morePages(int bytes) {
        int wanted = bytes <= 0 ? 0 : (bytes - 1) / pageSize + 1;
        if (wanted > 0 && !shares.allows(pageCount + wanted, count + 1)) {
            return false;
        }
        if (pages.length < pageCount + wanted) {
            int length = Math.max(pages.length * 2, pageCount + wanted);
            pages = Arrays.copyOf(pages, length);
            used = Arrays.copyOf(used, length);
        }
        for (int i = 0; i < wanted; i++) {
            byte[] next = pool.take();
            if (next == null) {
                pool.give(Arrays.copyOfRange(pages, pageCount, pageCount + i), i);
                return false;
            }
            pages[pageCount + i] = next;
        }
        limit = shares.recordLimit(pageCount + wanted);
        return true;
    }

    private void turn() {
        if (pageCount > 0) {
            used[pageCount - 1] = at;
        }
        page = pages[pageCount++];
        at = 0;
    }

    private void append(byte[] source, int offset, int length) {
        int from = offset;
        while (from < offset + length) {
            if (at == page.length) {
                turn();
            }
            int piece = Math.min(offset + length - from, page.length - at);
            System.arraycopy(source, from, page, at, piece);
            at += piece;
            from += piece;
        }
    }

    /** Nothing is added any more. */
    void seal() {
        if (pageCount > 0) {
            used[pageCount - 1] = at;
        }
        page = NONE;
        sealed = true;
    }

    /** Pages stay where they are as long as one holds them. Any thread. */
    Holders holders() {
        return holders;
    }

    /** The parts of it that checkpoints still know must not keep memory that the account calls free. */
    private void giveBack() {
        byte[][] mine = pages;
        pages = NO_PAGES;
        entries = null;
        pool.give(mine, pageCount);
    }

    /** The end of what there is so far. Task thread. */
    LogPart.Place end() {
        return new LogPart.Place(Math.max(0, pageCount - 1), at, count, payload);
    }

    int pageSize() {
        return pageSize;
    }

    int pageCount() {
        return pageCount;
    }

    /** None when nobody holds the area any more. */
    byte[][] pages() {
        return pages;
    }

    /** By page, bytes in use of those that are full or sealed. */
    int[] used() {
        return used;
    }

    /** The index is another one now. */
    void dropEntries() {
        entries = null;
    }

    /** Null if they were not kept. */
    long[] entries() {
        return entries;
    }

    int count() {
        return count;
    }

    /** Bytes of all records with their headers. */
    long payload() {
        return payload;
    }

    int shortestKey() {
        return shortestKey;
    }

    int longestKey() {
        return longestKey;
    }
}
