package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Plugins of a test, with the number of leases that are open. */
final class FakePlugins implements PluginRegistry, ServiceLocator {
    private final Map<String, Object> services = new ConcurrentHashMap<>();
    final AtomicInteger leases = new AtomicInteger();

    void clear() {
        services.clear();
    }

    <T> FakePlugins add(Class<T> type, String name, T service) {
        services.put(type.getName() + name, service);
        return this;
    }

    @Override
    public <T> Optional<Lease<T>> lease(Class<T> type, String name) {
        Object service = services.get(type.getName() + name);
        if (service == null) {
            return Optional.empty();
        }
        leases.incrementAndGet();
        return Optional.of(new Lease<>() {
            @Override
            public T service() {
                return type.cast(service);
            }

            @Override
            public String bundle() {
                return "test";
            }

            @Override
            public void close() {
                leases.decrementAndGet();
            }
        });
    }

    @Override
    public List<String> names(Class<?> type) {
        return List.of();
    }

    @Override
    public List<PluginInfo> plugins() {
        return List.of();
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        return () -> {};
    }

    @Override
    public boolean leaving(Lease<?> lease) {
        return false;
    }
}
