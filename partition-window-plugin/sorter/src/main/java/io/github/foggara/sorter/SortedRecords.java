package io.github.foggara.sorter;

import java.io.IOException;

/**
 * All records of a sorter in order: by their keys, byte by byte and unsigned; equal keys in the order they came. The order is the same
 * whatever memory and fan-in there is. Looks while it goes whether the order and the number of records are right. The thread of the
 * sorter; valid until the sorter is closed.
 */
public final class SortedRecords {
    private final LoserTree tree;
    private final long count;
    private final OrderCheck check = new OrderCheck();
    private long position;
    private boolean ended;
    private RunCursor current;
    private byte[] keyBytes;
    private int keyAt;
    private int keyLength;
    private byte[] recordBytes;
    private int recordAt;
    private int recordLength;

    /** What is done while records are passed over. */
    @FunctionalInterface
    public interface Between {
        void look() throws Exception;
    }

    /** @param tree null if there are no records */
    SortedRecords(LoserTree tree, long count) {
        this.tree = tree;
        this.count = count;
    }

    /**
     * Goes on to the next record. Waits for a block to be read now and then.
     *
     * @return false behind the last one
     * @throws IOException if a run cannot be read, or if the records turn out not to be in order or not to be all
     * @throws Exception what waiting ended with
     */
    public boolean advance() throws Exception {
        if (!step()) {
            return false;
        }
        RunCursor at = current;
        if (at.bytes != null) {
            keyBytes = at.keyBytes;
            keyAt = at.keyAt;
            keyLength = at.keyLength;
            recordBytes = at.bytes;
            recordAt = at.recordAt;
            recordLength = at.recordLength;
        } else {
            gather(at);
        }
        return true;
    }

    /**
     * Passes over records, to go on where an earlier emission of the same records stood.
     *
     * @param records how many
     * @param between called before each of them, so that somebody looks whether to go on
     * @throws IOException as {@link #advance}, and if there are not so many
     * @throws Exception what {@code between} throws
     */
    public void skip(long records, Between between) throws Exception {
        for (long i = 0; i < records; i++) {
            between.look();
            if (!step()) {
                throw new IOException(
                        "The sorter was to pass over " + records + " records, and has only " + count + ".");
            }
        }
    }

    private boolean step() throws Exception {
        if (ended || tree == null || !tree.advance()) {
            ended = true;
            if (position < count) {
                throw new IOException("The sorter lost records: " + position + " instead of " + count + " came out.");
            }
            return false;
        }
        if (++position > count) {
            throw new IOException("The sorter yields more than the " + count + " records it was given.");
        }
        current = tree.current();
        check.next(current, position);
        return true;
    }

    /** A record that is larger than a page or a block is put together in arrays of its own. */
    private void gather(RunCursor at) throws Exception {
        keyLength = at.keyLength;
        keyAt = 0;
        keyBytes = new byte[keyLength];
        System.arraycopy(at.keyBytes, at.keyAt, keyBytes, 0, keyLength);
        recordLength = at.recordLength;
        recordAt = 0;
        byte[] whole = new byte[recordLength];
        int[] filled = {0};
        at.drain((source, offset, length) -> {
            System.arraycopy(source, offset, whole, filled[0], length);
            filled[0] += length;
        });
        recordBytes = whole;
    }

    /** Records passed so far, the current one included. */
    public long position() {
        return position;
    }

    /** Records in all. */
    public long count() {
        return count;
    }

    /** Where the current key stands, until the next {@link #advance}; read only. */
    public byte[] keyBytes() {
        return keyBytes;
    }

    public int keyOffset() {
        return keyAt;
    }

    public int keyLength() {
        return keyLength;
    }

    /** Where the current record stands, until the next {@link #advance}; read only. */
    public byte[] recordBytes() {
        return recordBytes;
    }

    public int recordOffset() {
        return recordAt;
    }

    public int recordLength() {
        return recordLength;
    }
}
