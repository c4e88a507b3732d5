package io.github.foggara.testkit.task;

import io.github.foggara.api.state.FormerSegment;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;

/** A segment that was written. Immutable. */
final class StoredSegment implements FormerSegment {
    private final byte[] bytes;

    StoredSegment(byte[] bytes) {
        this.bytes = bytes;
    }

    @Override
    public long length() {
        return bytes.length;
    }

    @Override
    public InputStream open() {
        return new ByteArrayInputStream(bytes);
    }

    @Override
    public void write(OutputStream out) throws IOException {
        throw new IOException("It is written already: a checkpoint points at it");
    }
}
