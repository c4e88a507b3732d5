package io.github.foggara.kernel.osgi;

import io.github.foggara.api.plugin.PluginNames;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes the services of one SPI into the registry. A service that leaves is waited for, bounded, by the registry: on the
 * thread of the bundle that stops and on no other.
 */
final class PluginTracker<T> implements ServiceTrackerCustomizer<T, PluginTracker.Held<T>>, AutoCloseable {
    /** What was registered, under which name. */
    record Held<T>(String name, T service) {}

    private static final Logger LOG = LoggerFactory.getLogger(PluginTracker.class);

    private final BundleContext context;
    private final Class<T> type;
    private final LeasingPluginRegistry registry;
    private final ServiceTracker<T, Held<T>> tracker;

    PluginTracker(BundleContext context, Class<T> type, LeasingPluginRegistry registry) {
        this.context = context;
        this.type = type;
        this.registry = registry;
        this.tracker = new ServiceTracker<>(context, type, this);
    }

    void open() {
        tracker.open();
    }

    @Override
    public void close() {
        tracker.close();
    }

    @Override
    public Held<T> addingService(ServiceReference<T> reference) {
        String bundle = BundleText.of(reference.getBundle());
        Object name = reference.getProperty(PluginNames.PLUGIN);
        if (name == null) {
            LOG.warn("A {} of {} is ignored: it has no property {}", type.getSimpleName(), bundle, PluginNames.PLUGIN);
            return null;
        }
        T service = context.getService(reference);
        if (service == null) {
            LOG.warn("The {} '{}' of {} is ignored: its service could not be made", type.getSimpleName(), name, bundle);
            return null;
        }
        Held<T> held = new Held<>(name.toString(), service);
        registry.register(type, held.name(), bundle, ranking(reference), service);
        return held;
    }

    @Override
    public void modifiedService(ServiceReference<T> reference, Held<T> held) {
        // A changed option of a plugin is its own affair; name and ranking are those it came with.
    }

    @Override
    public void removedService(ServiceReference<T> reference, Held<T> held) {
        registry.unregister(type, held.name(), held.service());
        context.ungetService(reference);
    }

    private static int ranking(ServiceReference<?> reference) {
        return reference.getProperty(Constants.SERVICE_RANKING) instanceof Integer ranking ? ranking : 0;
    }
}
