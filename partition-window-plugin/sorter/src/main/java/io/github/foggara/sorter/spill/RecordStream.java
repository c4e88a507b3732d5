package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.util.Arrays;

/**
 * Cuts pages into records: each a length, seven bits per byte and the low ones first, then as many bytes. A record inside a page is given
 * where it lies; one that goes on in the next page is put together.
 */
final class RecordStream implements RecordReader {
    private static final int FIRST_GROWTH = 1 << 16;
    /** A length has no more bytes than that. */
    private static final int LONGEST_PREFIX = 5;

    private final PageSource source;
    private final byte[] page;
    private int position;
    private int limit;
    private long recordsLeft;
    /** From {@link #position} on. */
    private long bytesLeft;

    private byte[] joined = new byte[0];
    private byte[] bytes = joined;
    private int offset;
    private int length;

    /**
     * @param page that the source fits its bytes into
     * @param bytesLeft of all records
     */
    RecordStream(PageSource source, byte[] page, long recordsLeft, long bytesLeft) {
        this.source = source;
        this.page = page;
        this.recordsLeft = recordsLeft;
        this.bytesLeft = bytesLeft;
    }

    /** Passes over bytes that are of no record of this stream. At the begin only. */
    RecordStream skip(int count) throws IOException {
        if (count > 0) {
            load();
            position = count;
        }
        return this;
    }

    @Override
    public boolean next() throws IOException {
        if (recordsLeft == 0) {
            checkEnd();
            return false;
        }
        recordsLeft--;
        int at = position;
        if (at < limit) {
            int one = page[at];
            int end = at + 1 + one;
            if (one >= 0 && end <= limit) {
                bytes = page;
                offset = at + 1;
                length = one;
                position = end;
                bytesLeft -= 1L + one;
                return true;
            }
        }
        longOrCut();
        return true;
    }

    private void longOrCut() throws IOException {
        length = prefix();
        if (length > bytesLeft) {
            throw new IOException("A record of " + length + " bytes where " + bytesLeft + " are left");
        }
        bytesLeft -= length;
        if (length <= limit - position) {
            bytes = page;
            offset = position;
            position += length;
            return;
        }
        offset = 0;
        join();
        bytes = joined;
    }

    private int prefix() throws IOException {
        long value = 0;
        for (int i = 0; i < LONGEST_PREFIX; i++) {
            if (position == limit) {
                load();
            }
            byte next = page[position++];
            bytesLeft--;
            value |= (next & 0x7FL) << 7 * i;
            if (next >= 0 && value <= Integer.MAX_VALUE) {
                return (int) value;
            }
        }
        throw new IOException("The length of a record is no number");
    }

    /** Allocates as bytes come, not as a length says. */
    private void join() throws IOException {
        int done = 0;
        while (done < length) {
            if (position == limit) {
                load();
            }
            int count = Math.min(length - done, limit - position);
            if (done + count > joined.length) {
                long more = Math.max(done + (long) count, Math.max(FIRST_GROWTH, 2L * joined.length));
                joined = Arrays.copyOf(joined, (int) Math.min(more, length));
            }
            System.arraycopy(page, position, joined, done, count);
            position += count;
            done += count;
        }
    }

    private void load() throws IOException {
        limit = source.next(page);
        position = 0;
        if (limit < 0) {
            limit = 0;
            throw new IOException("Records are missing at the end");
        }
    }

    private void checkEnd() throws IOException {
        if (bytesLeft != 0) {
            throw new IOException(bytesLeft + " bytes are left after the last record");
        }
        if (source.next(page) >= 0) {
            throw new IOException("It goes on after its end");
        }
    }

    @Override
    public byte[] bytes() {
        return bytes;
    }

    @Override
    public int offset() {
        return offset;
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public void close() {
        source.close();
    }
}
