package io.github.foggara.sorter.spill;

import java.io.IOException;

/** Records in the order in which they were added. One thread; nothing is allocated per record. */
public interface RecordReader extends AutoCloseable {
    /**
     * Goes to the next record. May block.
     *
     * @return false after the last one
     * @throws IOException if what is read back is not what was written; no record of it is given then
     */
    boolean next() throws IOException;

    /** The record is in it; valid until the next call of {@link #next}, and not to be changed. */
    byte[] bytes();

    /** Where it begins in {@link #bytes}. */
    int offset();

    /** In bytes. */
    int length();

    /** Gives back what it has. Idempotent. */
    @Override
    void close();
}
