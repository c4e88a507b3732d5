package io.github.foggara.api.state;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ConsumerType;

/** Bytes that never change. */
@ConsumerType
public interface Segment {
    /** Writes all of it. Io thread; at most once at a time, again if it failed. It ends with an exception when its snapshot is closed. */
    void write(OutputStream out) throws IOException;
}
