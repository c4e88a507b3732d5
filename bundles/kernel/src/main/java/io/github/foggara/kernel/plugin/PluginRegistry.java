package io.github.foggara.kernel.plugin;

import io.github.foggara.api.client.PluginInfo;
import java.util.List;
import java.util.Optional;

/** The plugins that are there now. Any thread; nothing here blocks. */
public interface PluginRegistry {
    /** The best plugin of that type and name; empty if there is none, or it is about to leave. */
    <T> Optional<Lease<T>> lease(Class<T> type, String name);

    /** Names of the plugins of a type, sorted. */
    List<String> names(Class<?> type);

    List<PluginInfo> plugins();

    /**
     * {@code listener} is called on any thread after a plugin came or began to leave; it only enqueues. A holder of a
     * lease on a leaving plugin closes it soon: the leaving bundle waits for that, for a bounded time.
     */
    AutoCloseable onChange(Runnable listener);

    /** Whether a lease of this plugin should be given back. */
    boolean leaving(Lease<?> lease);
}
