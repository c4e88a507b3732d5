package io.github.foggara.sorter;

import io.github.foggara.sorter.spill.BlockReader;
import java.io.IOException;

/** The blocks of a run, one after the other. */
interface BlockFeed {
    /**
     * Goes on to the next block; the one before is no longer there.
     *
     * @return its length, or -1 behind the last one
     */
    int next() throws Exception;

    /** Where the block stands, from 0. */
    byte[] bytes();

    /** Gives back what it has, as far as nobody else uses it. Never throws. */
    void close();

    /** Reads on the thread that asks. */
    final class Direct implements BlockFeed {
        private final BlockReader reader;
        private final byte[] block;

        Direct(BlockReader reader, byte[] block) {
            this.reader = reader;
            this.block = block;
        }

        @Override
        public int next() throws IOException {
            return reader.next(block, 0);
        }

        @Override
        public byte[] bytes() {
            return block;
        }

        @Override
        public void close() {
            reader.close();
        }
    }
}
