package io.github.foggara.kernel.plugin;

import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.runtime.Parker;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the leases of each plugin. Any thread; only {@link #unregister} waits, on the thread that calls it.
 *
 * <p>Of several plugins with one type and name the one with the highest ranking is leased, of those the one that came
 * first. A plugin that leaves is not leased any more from the moment on at which its leaving began.
 */
public final class LeasingPluginRegistry implements PluginRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(LeasingPluginRegistry.class);

    private final EngineRuntime runtime;
    private final long waitNanos;
    private final Object guard = new Object();
    private final List<Entry> entries = new ArrayList<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    /**
     * @param leaseWait how long a leaving plugin waits for its leases
     */
    public LeasingPluginRegistry(EngineRuntime runtime, Duration leaseWait) {
        this.runtime = runtime;
        this.waitNanos = leaseWait.toNanos();
    }

    /**
     * @param bundle symbolic name and version, for messages
     * @param ranking the highest wins among plugins of one name
     */
    public void register(Class<?> type, String name, String bundle, int ranking, Object service) {
        synchronized (guard) {
            entries.add(new Entry(type, name, bundle, ranking, type.cast(service)));
            entries.sort(Comparator.comparingInt(e -> -e.ranking));
        }
        LOG.info("Plugin {} '{}' of {} came", type.getSimpleName(), name, bundle);
        notifyListeners();
    }

    /**
     * Takes the plugin out of use and waits, bounded, until its leases are given back. An unknown service is ignored.
     *
     * @return false if leases were still out when the time was over
     */
    public boolean unregister(Class<?> type, String name, Object service) {
        Entry entry;
        synchronized (guard) {
            entry = entries.stream()
                    .filter(e -> e.type == type && e.name.equals(name) && e.service == service)
                    .findFirst()
                    .orElse(null);
            if (entry == null) {
                return true;
            }
            entry.leaving = true;
            entry.waiter = runtime.newParker();
        }
        LOG.info("Plugin {} '{}' of {} leaves", type.getSimpleName(), name, entry.bundle);
        notifyListeners();
        boolean free = awaitLeases(entry);
        synchronized (guard) {
            entries.remove(entry);
        }
        if (!free) {
            LOG.warn(
                    "Plugin {} '{}' of {} leaves although {} of its leases were not given back in time",
                    type.getSimpleName(),
                    name,
                    entry.bundle,
                    entry.leases);
        }
        return free;
    }

    private boolean awaitLeases(Entry entry) {
        long deadline = runtime.nanoTime() + waitNanos;
        while (true) {
            synchronized (guard) {
                if (entry.leases == 0) {
                    return true;
                }
            }
            long left = deadline - runtime.nanoTime();
            if (left <= 0 || Thread.currentThread().isInterrupted()) {
                return false;
            }
            entry.waiter.parkNanos(left);
        }
    }

    @Override
    public <T> Optional<Lease<T>> lease(Class<T> type, String name) {
        synchronized (guard) {
            for (Entry entry : entries) {
                if (entry.type == type && entry.name.equals(name) && !entry.leaving) {
                    entry.leases++;
                    return Optional.of(new EntryLease<>(entry, type.cast(entry.service)));
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public List<String> names(Class<?> type) {
        synchronized (guard) {
            return entries.stream()
                    .filter(e -> e.type == type && !e.leaving)
                    .map(e -> e.name)
                    .distinct()
                    .sorted()
                    .toList();
        }
    }

    @Override
    public List<PluginInfo> plugins() {
        synchronized (guard) {
            return entries.stream()
                    .map(e -> new PluginInfo(e.type.getSimpleName(), e.name, e.bundle, e.leases))
                    .sorted(Comparator.comparing(PluginInfo::type).thenComparing(PluginInfo::name))
                    .toList();
        }
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public boolean leaving(Lease<?> lease) {
        synchronized (guard) {
            return ((EntryLease<?>) lease).entry.leaving;
        }
    }

    private void notifyListeners() {
        for (Runnable listener : listeners) {
            try {
                listener.run();
            } catch (RuntimeException e) {
                LOG.error("A listener for plugins failed", e);
            }
        }
    }

    private void giveBack(Entry entry) {
        Parker waiter;
        synchronized (guard) {
            entry.leases--;
            waiter = entry.leases == 0 ? entry.waiter : null;
        }
        if (waiter != null) {
            waiter.unpark();
        }
    }

    /** Guarded by {@link #guard}, except what is final. */
    private static final class Entry {
        final Class<?> type;
        final String name;
        final String bundle;
        final int ranking;
        final Object service;
        int leases;
        boolean leaving;
        Parker waiter;

        Entry(Class<?> type, String name, String bundle, int ranking, Object service) {
            this.type = type;
            this.name = name;
            this.bundle = bundle;
            this.ranking = ranking;
            this.service = service;
        }
    }

    private final class EntryLease<T> implements Lease<T> {
        private final Entry entry;
        private final T service;
        private final AtomicBoolean closed = new AtomicBoolean();

        EntryLease(Entry entry, T service) {
            this.entry = entry;
            this.service = service;
        }

        @Override
        public T service() {
            return service;
        }

        @Override
        public String bundle() {
            return entry.bundle;
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                giveBack(entry);
            }
        }
    }
}
