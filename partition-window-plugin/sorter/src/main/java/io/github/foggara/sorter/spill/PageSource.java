package io.github.foggara.sorter.spill;

import java.io.Closeable;
import java.io.IOException;

/** Where a {@link RecordStream} has its bytes from. */
interface PageSource extends Closeable {
    /**
     * Fills the array from its begin with the next bytes, which are what was written.
     *
     * @return their number, at least 1; -1 after the last
     */
    int next(byte[] target) throws IOException;

    @Override
    void close();
}
