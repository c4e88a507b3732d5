package io.github.foggara.sorter;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Stands on the records of a segment while it is read. For those that are larger than the memory for it there is one array that grows with
 * the bytes that come: a damaged length is not allocated. One thread.
 */
final class StreamCursor extends RunCursor {
    private static final byte[] NONE = {};
    private static final int FIRST_GROWTH = 1 << 16;

    private final InputStream in;
    private final byte[] buffer;
    private final SegmentHeader header;
    /** Behind it stays room, so that a damaged length is never looked for behind the array. */
    private final int capacity;

    private byte[] large = NONE;
    private int next;
    private int end;
    private long records;
    private long payload;

    /** @param buffer lent */
    StreamCursor(InputStream in, byte[] buffer) throws IOException {
        this.in = in;
        this.buffer = buffer;
        this.capacity = buffer.length - RecordFormat.MAX_HEADER;
        this.header = SegmentHeader.read(in);
    }

    SegmentHeader header() {
        return header;
    }

    @Override
    boolean advance() throws IOException {
        if (records == header.records()) {
            if (payload != header.payload()) {
                throw new IOException("The segment is damaged: its " + records + " records have " + payload
                        + " bytes instead of " + header.payload() + ".");
            }
            if (next < end || in.read() >= 0) {
                throw new IOException("The segment is damaged: it goes on behind the last of its " + records
                        + " records, which should end at byte " + (SegmentHeader.BYTES + payload) + ".");
            }
            return false;
        }
        long rest = header.payload() - payload;
        if (rest < 2) {
            throw new IOException("The segment is damaged: it has no bytes for record " + records + ".");
        }
        need((int) Math.min(RecordFormat.MAX_HEADER, rest));
        int key = RecordFormat.length(buffer, next);
        int recordLengthAt = next + RecordFormat.sizeOf(key);
        int record = key < 0 ? -1 : RecordFormat.length(buffer, recordLengthAt);
        int head = RecordFormat.sizeOf(key) + RecordFormat.sizeOf(record);
        if (key < 0 || record < 0 || (long) key + record > RecordFormat.MAX_BODY || (long) head + key + record > rest) {
            throw new IOException("The segment is damaged: its record " + records + " at byte "
                    + (SegmentHeader.BYTES + payload) + " cannot have a key of " + key + " bytes and " + record
                    + " more, where " + rest + " are left.");
        }
        keyLength = key;
        recordLength = record;
        stand(head, head + key + record);
        records++;
        payload += total();
        return true;
    }

    private void stand(int head, int total) throws IOException {
        if (total <= capacity) {
            need(total);
            bytes = buffer;
            start = next;
            next += total;
        } else {
            gather(total);
            bytes = large;
            start = 0;
        }
        keyBytes = bytes;
        keyAt = start + head;
        recordAt = keyAt + keyLength;
        prefix = RecordFormat.prefix(bytes, keyAt, keyLength);
    }

    /** Makes so many bytes stand in one piece. */
    private void need(int length) throws IOException {
        if (end - next >= length) {
            return;
        }
        System.arraycopy(buffer, next, buffer, 0, end - next);
        end -= next;
        next = 0;
        while (end < length) {
            int got = in.read(buffer, end, capacity - end);
            if (got < 0) {
                throw early();
            }
            end += got;
        }
    }

    private void gather(int total) throws IOException {
        int done = end - next;
        grow(Math.max(done, Math.min(total, FIRST_GROWTH)), total);
        System.arraycopy(buffer, next, large, 0, done);
        next = end;
        while (done < total) {
            if (done == large.length) {
                grow(done + 1, total);
            }
            int got = in.read(large, done, Math.min(total, large.length) - done);
            if (got < 0) {
                throw early();
            }
            done += got;
        }
    }

    /** To twice its length or more, but not to more than a record of so many bytes needs. */
    private void grow(int least, int total) {
        if (least > large.length) {
            large = Arrays.copyOf(large, (int) Math.min(total, Math.max(least, 2L * large.length)));
        }
    }

    private EOFException early() {
        return new EOFException(
                "The segment is damaged: it ends after " + records + " of " + header.records() + " records.");
    }

    @Override
    void drain(Sink sink) {
        throw new IllegalStateException("It stands in one piece.");
    }
}
