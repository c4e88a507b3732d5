package io.github.foggara.kernel.osgi;

import io.github.foggara.api.rpc.RpcService;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;

/**
 * Tells which plugin carries messages between containers: of several the one with the highest ranking. Runs on the threads of bundles that
 * start and stop.
 */
final class RpcTracker implements ServiceTrackerCustomizer<RpcService, RpcService>, AutoCloseable {
    private final BundleContext context;
    private final Consumer<Optional<RpcService>> use;
    private final ServiceTracker<RpcService, RpcService> tracker;
    /** Events of several bundles come at once: guards what follows, so that whoever comes last tells what is true last. */
    private final Object lock = new Object();

    private final Map<ServiceReference<RpcService>, RpcService> services = new HashMap<>();
    private RpcService told;
    private boolean closing;

    /**
     * @param use told of the best one whenever another one is that; only enqueues
     */
    RpcTracker(BundleContext context, Consumer<Optional<RpcService>> use) {
        this.context = context;
        this.use = use;
        this.tracker = new ServiceTracker<>(context, RpcService.class, this);
    }

    void open() {
        tracker.open();
    }

    /** Tells nobody: an engine that ends says its last words by the plugin that it has. */
    @Override
    public void close() {
        synchronized (lock) {
            closing = true;
        }
        tracker.close();
    }

    @Override
    public RpcService addingService(ServiceReference<RpcService> reference) {
        RpcService service = context.getService(reference);
        if (service != null) {
            synchronized (lock) {
                services.put(reference, service);
                tellBest();
            }
        }
        return service;
    }

    /** Its ranking may be another one; a changed option is the plugin's own affair. */
    @Override
    public void modifiedService(ServiceReference<RpcService> reference, RpcService service) {
        synchronized (lock) {
            tellBest();
        }
    }

    @Override
    public void removedService(ServiceReference<RpcService> reference, RpcService service) {
        synchronized (lock) {
            services.remove(reference);
            tellBest();
        }
        context.ungetService(reference);
    }

    private void tellBest() {
        RpcService best = services.entrySet().stream()
                .max(Map.Entry.comparingByKey((left, right) -> left.compareTo(right)))
                .map(Map.Entry::getValue)
                .orElse(null);
        if (best != told && !closing) {
            told = best;
            use.accept(Optional.ofNullable(best));
        }
    }
}
