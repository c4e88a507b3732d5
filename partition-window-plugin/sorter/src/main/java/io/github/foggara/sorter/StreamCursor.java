package io.github.foggara.sorter;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Stands on the records of a segment while it is read. A record that is larger than the memory for it gets an array of its own. */
final class StreamCursor extends RunCursor {
    private final InputStream in;
    private final byte[] buffer;
    private final SegmentHeader header;
    /** Behind it stays room, so that a damaged length is never looked for behind the array. */
    private final int capacity;

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
        if (key < 0 || record < 0 || (long) head + key + record > Math.min(rest, RecordFormat.MAX_BODY)) {
            throw new IOException("The segment is damaged: its record " + records + " cannot have a key of " + key
                    + " bytes and " + record + " more.");
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
            bytes = new byte[total];
            start = 0;
            System.arraycopy(buffer, next, bytes, 0, end - next);
            read(bytes, end - next, total - (end - next));
            next = end;
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

    private void read(byte[] target, int offset, int length) throws IOException {
        if (in.readNBytes(target, offset, length) < length) {
            throw early();
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
