package io.github.foggara.sorter;

import java.io.IOException;
import java.io.InputStream;

/**
 * The records of a former snapshot's segment, one by one and as they were given to the sorter, for who has to look at them before they are
 * sorted anew. Within a segment equal keys come in the order they came. One thread.
 */
public final class SegmentRecords implements AutoCloseable {
    private static final int BUFFER = 64 << 10;

    private final InputStream in;
    private final StreamCursor cursor;

    /**
     * @param in closed at the end
     * @throws IOException if it is damaged, or of another format
     */
    public SegmentRecords(InputStream in) throws IOException {
        this.in = in;
        this.cursor = new StreamCursor(in, new byte[BUFFER]);
    }

    /**
     * Goes on to the next record.
     *
     * @throws IOException if it is damaged
     */
    public boolean advance() throws IOException {
        return cursor.advance();
    }

    /** Where the current key stands, until the next {@link #advance}; read only. */
    public byte[] keyBytes() {
        return cursor.keyBytes;
    }

    public int keyOffset() {
        return cursor.keyAt;
    }

    public int keyLength() {
        return cursor.keyLength;
    }

    /** Where the current record stands, until the next {@link #advance}; read only. */
    public byte[] recordBytes() {
        return cursor.bytes;
    }

    public int recordOffset() {
        return cursor.recordAt;
    }

    public int recordLength() {
        return cursor.recordLength;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
