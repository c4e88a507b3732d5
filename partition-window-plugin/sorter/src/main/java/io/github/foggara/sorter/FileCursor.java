package io.github.foggara.sorter;

import java.io.IOException;

/** Stands on the records of a run in a file. */
final class FileCursor extends RunCursor {
    private final BlockFeed feed;
    private final Object file;
    private final long records;
    private long left;
    private byte[] block;
    private int next;
    private int end;
    /** Bytes of the current record that are still to be read, if it is in pieces. */
    private int undrained;

    /**
     * @param file that messages name
     * @param records that the run has
     */
    FileCursor(BlockFeed feed, Object file, long records) {
        this.feed = feed;
        this.file = file;
        this.records = records;
        this.left = records;
    }

    @Override
    boolean advance() throws Exception {
        if (undrained > 0) {
            drain(null);
        }
        if (next == end && !turn()) {
            if (left != 0) {
                throw damaged("it ends after " + (records - left) + " of its " + records + " records");
            }
            return false;
        }
        if (--left < 0) {
            throw damaged("it goes on behind the last of its " + records + " records");
        }
        byte[] source = block;
        int from = next;
        int key = RecordFormat.length(source, from);
        int recordLengthAt = from + RecordFormat.sizeOf(key);
        recordLength = RecordFormat.length(source, recordLengthAt);
        keyLength = key;
        keyAt = recordLengthAt + RecordFormat.sizeOf(recordLength);
        long until = (long) keyAt + key + recordLength;
        if (until > end) {
            begin();
            return true;
        }
        prefix = RecordFormat.prefix(source, keyAt, key);
        keyBytes = source;
        bytes = source;
        start = from;
        recordAt = keyAt + key;
        next = (int) until;
        return true;
    }

    private boolean turn() throws Exception {
        end = feed.next();
        next = 0;
        block = feed.bytes();
        return end >= 0;
    }

    /** The record goes on in the next blocks. */
    private void begin() throws Exception {
        bytes = null;
        next = keyAt;
        if (keyLength <= end - keyAt) {
            keyBytes = block;
            next += keyLength;
        } else {
            byte[] key = new byte[keyLength];
            undrained = keyLength;
            int[] filled = {0};
            drain((source, offset, length) -> {
                System.arraycopy(source, offset, key, filled[0], length);
                filled[0] += length;
            });
            keyBytes = key;
            keyAt = 0;
        }
        prefix = RecordFormat.prefix(keyBytes, keyAt, keyLength);
        undrained = recordLength;
    }

    @Override
    void drain(Sink sink) throws Exception {
        while (undrained > 0) {
            if (next == end && !turn()) {
                throw damaged("it ends within record " + (records - left) + " of its " + records + ", " + undrained
                        + " bytes too early");
            }
            int piece = Math.min(undrained, end - next);
            if (sink != null) {
                sink.take(block, next, piece);
            }
            next += piece;
            undrained -= piece;
        }
    }

    private IOException damaged(String what) {
        return new IOException("The " + file + " is damaged: " + what
                + ". Nothing of it is used; look at the disk, and report it if that is healthy");
    }

    @Override
    void close() {
        feed.close();
    }
}
