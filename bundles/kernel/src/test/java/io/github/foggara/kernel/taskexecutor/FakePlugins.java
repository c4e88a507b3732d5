package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** Plugins of a test, with the number of leases that are open. */
final class FakePlugins implements PluginRegistry, ServiceLocator {
    private final Map<String, Object> services = new ConcurrentHashMap<>();
    final AtomicInteger leases = new AtomicInteger();

    /** Says that the service leased last leaves. */
    volatile Consumer<String> serviceLeaves;

    /** Whether all that is leased is about to leave; told by {@link #change}. */
    volatile boolean leaving;

    private volatile Runnable onChange = () -> {};

    void change() {
        onChange.run();
    }

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
    public <S> Optional<Lease<S>> lease(ClassLoader program, Class<S> type, String filter, Consumer<String> leaving) {
        serviceLeaves = leaving;
        return lease(type, filter);
    }

    @Override
    public boolean available(ClassLoader program, ServiceNeed need) {
        return services.containsKey(need.type() + need.filter());
    }

    @Override
    public AutoCloseable onArrival(Runnable listener) {
        return () -> {};
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
        onChange = listener;
        return () -> {};
    }

    @Override
    public boolean leaving(Lease<?> lease) {
        return leaving;
    }
}
