package io.github.foggara.sorter.spill;

import java.io.IOException;

/** Reads the blocks of a finished file in order. One thread at a time; {@link #close} any thread. */
public interface BlockReader extends AutoCloseable {
    /**
     * Reads the next block whole, straight into the caller's memory, and checks it. May block.
     *
     * @return its length in bytes, or -1 after the last one: only if the file has as many blocks and records as were written
     * @throws IOException if it does not fit into the array from {@code offset} on, or if the file is cut, damaged, gone or closed, naming
     *     file and block
     */
    int next(byte[] target, int offset) throws IOException;

    /** How many records begin in the block read last. */
    int records();

    /** See {@link BlockWriter#append}; of the block read last. */
    long firstPrefix();

    /** Gives the handle back. A {@link #next} that blocks elsewhere ends with an exception. Idempotent. */
    @Override
    void close();
}
