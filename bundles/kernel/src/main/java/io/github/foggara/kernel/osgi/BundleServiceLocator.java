package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleReference;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceListener;
import org.osgi.framework.ServiceReference;

/**
 * Services as the bundle of a program sees them: its context gets and ungets them, so that the framework knows who uses
 * what, and a service of another class space is not found. The program is known by the context class loader, which is the
 * job's while user code runs. Any thread; never blocks.
 */
final class BundleServiceLocator implements ServiceLocator {
    private final Consumer<String> onLeaving;

    /**
     * @param onLeaving told, on the thread of the bundle that stops, which service goes while it is held; only enqueues
     */
    BundleServiceLocator(Consumer<String> onLeaving) {
        this.onLeaving = onLeaving;
    }

    @Override
    public <S> Optional<Lease<S>> lease(Class<S> type, String filter) {
        BundleContext program = program();
        if (program == null) {
            return Optional.empty();
        }
        try {
            return program.getServiceReferences(type, filter).stream()
                    .max(ServiceReference::compareTo)
                    .flatMap(reference -> lease(program, type, reference));
        } catch (InvalidSyntaxException e) {
            throw new IllegalArgumentException(
                    "The filter '" + filter + "' for a " + type.getName() + " cannot be read: " + e.getMessage(), e);
        } catch (IllegalStateException e) {
            return Optional.empty(); // the program's bundle has stopped
        }
    }

    /** Null if the caller is no user code, or its bundle has stopped. */
    private static BundleContext program() {
        return Thread.currentThread().getContextClassLoader() instanceof BundleReference loader
                ? loader.getBundle().getBundleContext()
                : null;
    }

    private <S> Optional<Lease<S>> lease(BundleContext program, Class<S> type, ServiceReference<S> reference) {
        HeldService<S> held = new HeldService<>(program, type, reference);
        program.addServiceListener(held);
        S service = program.getService(reference);
        if (service == null) {
            held.close();
            return Optional.empty();
        }
        held.service = service;
        return Optional.of(held);
    }

    private final class HeldService<S> implements Lease<S>, ServiceListener {
        private final BundleContext program;
        private final Class<S> type;
        private final ServiceReference<S> reference;
        private final String bundle;
        private final AtomicBoolean closed = new AtomicBoolean();
        private volatile S service;

        HeldService(BundleContext program, Class<S> type, ServiceReference<S> reference) {
            this.program = program;
            this.type = type;
            this.reference = reference;
            this.bundle = BundleText.of(reference.getBundle());
        }

        @Override
        public S service() {
            return service;
        }

        @Override
        public String bundle() {
            return bundle;
        }

        @Override
        public void serviceChanged(ServiceEvent event) {
            if (event.getType() == ServiceEvent.UNREGISTERING
                    && event.getServiceReference().equals(reference)
                    && !closed.get()) {
                onLeaving.accept("The service " + type.getName() + " of " + bundle + " leaves while "
                        + BundleText.of(program.getBundle()) + " uses it");
            }
        }

        @Override
        public void close() {
            if (closed.compareAndSet(false, true)) {
                try {
                    program.removeServiceListener(this);
                    program.ungetService(reference);
                } catch (IllegalStateException e) {
                    // the program's bundle has stopped, and the framework has given back what it held
                }
            }
        }
    }
}
