package io.github.foggara.kernel.osgi;

import io.github.foggara.api.rpc.RpcService;
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
    private volatile boolean closing;

    /**
     * @param use told of the best one whenever one comes or goes; only enqueues
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
        closing = true;
        tracker.close();
    }

    @Override
    public RpcService addingService(ServiceReference<RpcService> reference) {
        RpcService service = context.getService(reference);
        if (service == null) {
            return null;
        }
        ServiceReference<RpcService> best = tracker.getServiceReference();
        if (best == null || best.compareTo(reference) < 0) {
            use.accept(Optional.of(service));
        }
        return service;
    }

    @Override
    public void modifiedService(ServiceReference<RpcService> reference, RpcService service) {
        // A changed option is the plugin's own affair.
    }

    @Override
    public void removedService(ServiceReference<RpcService> reference, RpcService service) {
        if (!closing) {
            use.accept(Optional.ofNullable(tracker.getService()));
        }
        context.ungetService(reference);
    }
}
