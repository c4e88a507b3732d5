package io.github.foggara.api.runtime;

import org.osgi.annotation.versioning.ProviderType;

/**
 * Lets its owner thread sleep until somebody wakes it. A wake that comes before the park is kept (one permit), so
 * "publish, then wake" against "look, then park" loses nothing. Returns may be spurious: look again in a loop.
 */
@ProviderType
public interface Parker {
    /** Owner thread only. Returns at once if a permit is there or the thread is interrupted (the flag is kept). */
    void park();

    /** As {@link #park()}, for at most that many nanoseconds. */
    void parkNanos(long nanos);

    /** Any thread. */
    void unpark();
}
