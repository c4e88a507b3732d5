package io.github.foggara.api.state;

import java.io.IOException;
import java.io.InputStream;
import org.osgi.annotation.versioning.ProviderType;

/** A segment of a checkpoint. Any thread. */
@ProviderType
public interface FormerSegment extends Segment {
    /** In bytes. */
    long length();

    /**
     * Reads it from the beginning. May block. The bytes are checked against the checkpoint's checksum: the stream ends with an exception
     * at the first block that does not fit.
     */
    InputStream open() throws IOException;
}
