package io.github.foggara.sorter;

import java.io.IOException;
import java.util.Arrays;

/** Stands on one record of a run after the other. One thread. */
abstract class RunCursor {
    /** Of the current record, in one piece. */
    byte[] keyBytes;

    int keyAt;
    int keyLength;
    /** See {@link RecordFormat#prefix}. */
    long prefix;

    /** Where the current record stands in one piece with its header; null if it does not. */
    byte[] bytes;

    int start;
    int recordAt;
    int recordLength;

    /** Goes on to the next record. False behind the last one. */
    abstract boolean advance() throws Exception;

    /** Of a record in pieces: yields the record without its key, once. */
    abstract void drain(Sink sink) throws Exception;

    /** Never throws. */
    void close() {}

    /** Takes pieces of a record. */
    interface Sink {
        void take(byte[] source, int offset, int length) throws IOException;
    }

    final int total() {
        return recordAt + recordLength - start;
    }

    /** The current record, into a run. */
    final void copyTo(RunWriter writer) throws Exception {
        if (bytes != null) {
            writer.record(bytes, start, total(), keyLength, prefix);
        } else {
            writer.pieces(keyLength, recordLength, prefix);
            writer.append(keyBytes, keyAt, keyLength);
            drain(writer::append);
        }
    }

    final int compareKey(RunCursor other) {
        return Arrays.compareUnsigned(
                keyBytes, keyAt, keyAt + keyLength, other.keyBytes, other.keyAt, other.keyAt + other.keyLength);
    }
}
