package io.github.foggara.kernel.osgi;

import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.service.ServiceHolders;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.osgi.framework.AllServiceListener;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.BundleEvent;
import org.osgi.framework.BundleReference;
import org.osgi.framework.Constants;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceEvent;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.SynchronousBundleListener;

/**
 * Services as the bundle of a program sees them: its context gets and ungets them, so that the framework knows who uses
 * what, and a service of another class space is not found. Any thread; only the listeners wait, bounded, on the thread of the
 * bundle that leaves.
 *
 * <p>A bundle that stops is heard of before its activator and its components are stopped, and a single service that is
 * unregistered before its object is taken back: in both cases the tasks have let go of it before it becomes unusable. A
 * service whose properties do not match any more is let go of as well; nobody waits for that.
 */
final class BundleServiceLocator
        implements ServiceLocator, AllServiceListener, SynchronousBundleListener, AutoCloseable {
    /** A registration that is held, and what it must match. */
    record Use(ServiceReference<?> reference, Filter filter) {
        boolean matches() {
            return filter == null || filter.match(reference);
        }
    }

    private final BundleContext kernel;
    private final Set<String> asked = ConcurrentHashMap.newKeySet();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();
    private ServiceHolders<Use> holders;

    BundleServiceLocator(BundleContext kernel) {
        this.kernel = kernel;
    }

    /** Before the first lease. */
    void open(ServiceHolders<Use> counted) {
        holders = counted;
        kernel.addServiceListener(this);
        kernel.addBundleListener(this);
    }

    @Override
    public void close() {
        kernel.removeBundleListener(this);
        kernel.removeServiceListener(this);
    }

    @Override
    public <S> Optional<Lease<S>> lease(ClassLoader loader, Class<S> type, String filter, Consumer<String> leaving) {
        asked.add(type.getName());
        BundleContext program = context(loader);
        return program == null
                ? Optional.empty()
                : best(program, type.getName(), filter)
                        .flatMap(reference -> lease(program, type, new Use(reference, parsed(filter)), leaving));
    }

    private <S> Optional<Lease<S>> lease(BundleContext program, Class<S> type, Use use, Consumer<String> leaving) {
        ServiceReference<?> reference = use.reference();
        Object service;
        try {
            service = program.getService(reference);
        } catch (IllegalStateException e) {
            return Optional.empty(); // the program's bundle has stopped
        }
        if (service == null && usable(program, reference)) {
            throw new IllegalStateException("The service " + type.getName() + " of "
                    + BundleText.of(reference.getBundle()) + " is registered, but its bundle could not make it");
        }
        if (service == null) {
            return Optional.empty();
        }
        String bundle = BundleText.of(reference.getBundle());
        Lease<S> lease = holders.hold(
                use, type.cast(service), bundle, () -> leaving.accept(bundle), () -> giveBack(program, reference));
        if (!usable(program, reference)) {
            // It began to leave before it was held, and nobody was told.
            lease.close();
            return Optional.empty();
        }
        return Optional.of(lease);
    }

    private static void giveBack(BundleContext program, ServiceReference<?> reference) {
        try {
            program.ungetService(reference);
        } catch (IllegalStateException e) {
            // the program's bundle has stopped, and the framework has given back what it held
        }
    }

    @Override
    public boolean available(ClassLoader loader, ServiceNeed need) {
        asked.add(need.type());
        BundleContext program = context(loader);
        return program != null && best(program, need.type(), need.filter()).isPresent();
    }

    @Override
    public AutoCloseable onArrival(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    @Override
    public void serviceChanged(ServiceEvent event) {
        ServiceReference<?> reference = event.getServiceReference();
        switch (event.getType()) {
            case ServiceEvent.UNREGISTERING ->
                holders.leave(use -> use.reference().equals(reference));
            case ServiceEvent.MODIFIED -> {
                holders.tell(use -> use.reference().equals(reference) && !use.matches());
                tellOfArrival(reference);
            }
            default -> tellOfArrival(reference);
        }
    }

    @Override
    public void bundleChanged(BundleEvent event) {
        if (event.getType() == BundleEvent.STOPPING) {
            Bundle bundle = event.getBundle();
            holders.leave(use -> bundle.equals(use.reference().getBundle()));
        }
    }

    private void tellOfArrival(ServiceReference<?> reference) {
        String[] types = (String[]) reference.getProperty(Constants.OBJECTCLASS);
        if (Stream.of(types).anyMatch(asked::contains)) {
            listeners.forEach(Runnable::run);
        }
    }

    private static Optional<ServiceReference<?>> best(BundleContext program, String type, String filter) {
        try {
            ServiceReference<?>[] found = program.getServiceReferences(type, filter);
            return found == null
                    ? Optional.empty()
                    : Stream.of(found).filter(BundleServiceLocator::stays).max((left, right) -> left.compareTo(right));
        } catch (InvalidSyntaxException e) {
            throw unreadable(filter, e);
        } catch (IllegalStateException e) {
            return Optional.empty(); // the program's bundle has stopped
        }
    }

    /** Whether it is still registered and its bundle is not about to stop. */
    private static boolean usable(BundleContext program, ServiceReference<?> reference) {
        String[] types = (String[]) reference.getProperty(Constants.OBJECTCLASS);
        String self = "(" + Constants.SERVICE_ID + "=" + reference.getProperty(Constants.SERVICE_ID) + ")";
        return best(program, types[0], self).isPresent();
    }

    private static boolean stays(ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        return bundle != null && (bundle.getState() & (Bundle.STARTING | Bundle.ACTIVE)) != 0;
    }

    private static Filter parsed(String filter) {
        try {
            return filter == null ? null : FrameworkUtil.createFilter(filter);
        } catch (InvalidSyntaxException e) {
            throw unreadable(filter, e);
        }
    }

    private static IllegalArgumentException unreadable(String filter, InvalidSyntaxException e) {
        return new IllegalArgumentException("The service filter '" + filter + "' cannot be read: " + e.getMessage(), e);
    }

    /** Null if the loader is no bundle's, or the bundle has stopped. */
    private static BundleContext context(ClassLoader loader) {
        return loader instanceof BundleReference reference
                ? reference.getBundle().getBundleContext()
                : null;
    }
}
