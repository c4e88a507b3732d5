package io.github.foggara.sorter.spill;

import java.io.IOException;

/**
 * Writes the blocks of one file. The caller assembles each block in memory of its own, so a writer needs none that grows. Records may
 * span blocks. One thread.
 */
public interface BlockWriter extends AutoCloseable {
    /** What stands on disk with each block, in bytes. */
    int OVERHEAD = BlockFormat.BLOCK_HEADER;

    /**
     * Writes one block with its checksum. May block. The array is the caller's again on return.
     *
     * @param length at least 1 byte; each block may have another length. On disk large ones begin at multiples of 4096, so with {@link #OVERHEAD}
     *     bytes less than such a multiple nothing is left free between them
     * @param records how many records begin in this block
     * @param firstPrefix first eight bytes of the key of the first record that begins in it; 0 if none does
     * @throws IOException if it could not be written: then the file can only be deleted. If there was no room it names the directory, what
     *     was needed and what is free
     */
    void append(byte[] bytes, int offset, int length, int records, long firstPrefix) throws IOException;

    /**
     * Ends the file, which can be read from now on. May block.
     *
     * @return its size in bytes
     */
    long finish() throws IOException;

    /** Gives the handle back. Without {@link #finish} the file stays incomplete, and its owner deletes it. Idempotent. */
    @Override
    void close();
}
