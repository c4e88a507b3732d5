package io.github.foggara.kernel.plugin;

/** A plugin that does not vanish until the lease is closed; closing is idempotent. Any thread. */
public interface Lease<T> extends AutoCloseable {
    T service();

    /** Symbolic name and version of the bundle, for messages. */
    String bundle();

    @Override
    void close();
}
