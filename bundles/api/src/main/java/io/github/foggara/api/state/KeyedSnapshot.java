package io.github.foggara.api.state;

import java.io.IOException;
import java.io.OutputStream;
import org.osgi.annotation.versioning.ProviderType;

/** Purpose: keyed state at one moment, not written yet. Thread: {@link #write} io, once; {@link #close} any, idempotent. */
@ProviderType
public interface KeyedSnapshot extends AutoCloseable {
    /** Groups without any state are left out. */
    void write(KeyGroups out) throws IOException;

    /** Lets go of what it pinned; the backend copies nothing for it any more. A {@link #write} under way ends with an exception. */
    @Override
    void close();

    /** Where the groups go, one after the other, in ascending order. */
    interface KeyGroups {
        /** The previous group is complete. The stream need not be closed. */
        OutputStream begin(int keyGroup) throws IOException;
    }
}
