package io.github.foggara.api.function;

import java.io.Serializable;

/**
 * Base of every user function. One instance serves one subtask attempt and is called by that task's thread only.
 * Override {@link #open} and {@link #close} to hold resources.
 */
public interface Function extends Serializable {
    /**
     * Called once before the first record: load models, look up services here, not in {@code define}.
     *
     * @throws Exception fails the task
     */
    default void open(RuntimeContext context) throws Exception {}

    /** Releases resources; called exactly once after a successful or failed {@link #open}, also on failure and cancel. */
    default void close() throws Exception {}
}
