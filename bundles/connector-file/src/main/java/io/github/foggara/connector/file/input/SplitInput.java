package io.github.foggara.connector.file.input;

import java.io.Closeable;
import java.io.IOException;

/** Bytes of one file from a position on. Task thread only; errors name the file. */
interface SplitInput extends Closeable {
    /**
     * Waits for the disk only.
     *
     * @return number of bytes read, at least 1, or -1 at the end of the content
     */
    int read(byte[] target, int offset, int length) throws IOException;

    /** Bytes of the file itself (compressed ones for gzip) from its beginning up to what was read. */
    long filePosition();

    /**
     * @throws IOException if the file is no longer what it was when the job started
     */
    void verifyUnchanged() throws IOException;
}
