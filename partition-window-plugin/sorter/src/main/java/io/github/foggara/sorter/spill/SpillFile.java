package io.github.foggara.sorter.spill;

import java.io.IOException;

/** A file of blocks. Written once, by one thread; afterwards any number of readers, each on its own thread. */
public interface SpillFile {
    /** Begins to write it; once. May block. */
    BlockWriter write() throws IOException;

    /**
     * A new reader. May block.
     *
     * @param fromBlock number of the first block it yields, from 0; the number of blocks is allowed and yields nothing
     * @throws IOException if the file is gone, incomplete or damaged, naming it
     */
    BlockReader read(long fromBlock) throws IOException;

    /** Size on disk in bytes, as far as it is written. Any thread. */
    long bytes();

    /** Number of blocks of the finished file. Any thread. */
    long blocks();

    /** Removes it, also while it is written or read. Never throws; idempotent; any thread. */
    void delete();
}
