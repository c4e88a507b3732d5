package io.github.foggara.kernel.osgi;

import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.program.Program;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.program.Programs;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Filter;
import org.osgi.framework.FrameworkUtil;
import org.osgi.framework.InvalidSyntaxException;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.BundleWiring;
import org.osgi.util.tracker.ServiceTracker;
import org.osgi.util.tracker.ServiceTrackerCustomizer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The programs of job bundles: services with the property {@code foggara.job}. They are tracked by that property and not by
 * class, because a component is registered under the interface it names, which is a sub-interface the kernel does not know.
 *
 * <p>Any thread. The tracker's callbacks run on the threads of bundles that start and stop.
 */
final class ProgramTracker implements Programs, ServiceTrackerCustomizer<Object, Program>, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ProgramTracker.class);

    private final BundleContext context;
    private LeasingPluginRegistry leases;
    private final ServiceTracker<Object, Program> tracker;
    private final Map<ServiceReference<Object>, Program> programs = new ConcurrentHashMap<>();
    private final List<Runnable> listeners = new CopyOnWriteArrayList<>();

    ProgramTracker(BundleContext context) {
        this.context = context;
        this.tracker = new ServiceTracker<>(context, filter(), this);
    }

    private static Filter filter() {
        try {
            return FrameworkUtil.createFilter("(" + JobDefinition.NAME_PROPERTY + "=*)");
        } catch (InvalidSyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * All services, also those of a class space the kernel does not share: they are named instead of being overlooked.
     *
     * @param registry counts who runs a program's code: its bundle waits for them when it stops, bounded
     */
    void open(LeasingPluginRegistry registry) {
        leases = registry;
        tracker.open(true);
    }

    @Override
    public void close() {
        tracker.close();
    }

    @Override
    public Optional<Program> find(String name) {
        return programs.entrySet().stream()
                .filter(e -> e.getValue().id().name().equals(name))
                .max(Comparator.comparingLong(e -> modified(e.getKey())))
                .map(Map.Entry::getValue);
    }

    private static long modified(ServiceReference<?> reference) {
        Bundle bundle = reference.getBundle();
        return bundle == null ? 0 : bundle.getLastModified();
    }

    @Override
    public Optional<Program> find(ProgramId id) {
        return programs.values().stream().filter(p -> p.id().equals(id)).findFirst();
    }

    @Override
    public List<String> names() {
        return programs.values().stream()
                .map(p -> p.id().name())
                .distinct()
                .sorted()
                .toList();
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        listeners.add(listener);
        return () -> listeners.remove(listener);
    }

    /** The context of the bundle a program came from; empty if it has gone. */
    Optional<BundleContext> bundle(ProgramId id) {
        return programs.entrySet().stream()
                .filter(e -> e.getValue().id().equals(id))
                .map(e -> e.getKey().getBundle())
                .filter(bundle -> bundle != null && bundle.getBundleContext() != null)
                .map(Bundle::getBundleContext)
                .findFirst();
    }

    @Override
    public Program addingService(ServiceReference<Object> reference) {
        Bundle bundle = reference.getBundle();
        if (bundle == null) {
            return null;
        }
        String name = String.valueOf(reference.getProperty(JobDefinition.NAME_PROPERTY));
        try {
            Object service = context.getService(reference);
            if (service instanceof JobDefinition definition) {
                return add(reference, new Program(id(name, bundle), definition, loader(bundle)));
            }
            LOG.warn("The program '{}' of {} is ignored: {}", name, BundleText.of(bundle), reason(service));
            if (service != null) {
                context.ungetService(reference);
            }
        } catch (RuntimeException e) {
            LOG.warn("The program '{}' of {} is ignored", name, BundleText.of(bundle), e);
        }
        return null;
    }

    private Program add(ServiceReference<Object> reference, Program program) {
        leases.register(Program.class, program.id().code(), program.id().bundle(), 0, program);
        programs.put(reference, program);
        LOG.info("Program {} came", program.id());
        tell();
        return program;
    }

    @Override
    public void modifiedService(ServiceReference<Object> reference, Program program) {
        String name = String.valueOf(reference.getProperty(JobDefinition.NAME_PROPERTY));
        if (!name.equals(program.id().name())) {
            LOG.warn(
                    "The program {} keeps its name until its bundle is restarted; '{}' is ignored", program.id(), name);
        }
    }

    @Override
    public void removedService(ServiceReference<Object> reference, Program program) {
        programs.remove(reference);
        LOG.info("Program {} goes", program.id());
        tell();
        // Its jobs have been told: when they have ended, no class of the bundle is in use any more.
        leases.unregister(Program.class, program.id().code(), program);
        context.ungetService(reference);
    }

    private void tell() {
        for (Runnable listener : listeners) {
            listener.run();
        }
    }

    private static ProgramId id(String name, Bundle bundle) {
        return new ProgramId(name, BundleText.of(bundle), BundleContent.sha256(bundle));
    }

    private static ClassLoader loader(Bundle bundle) {
        return bundle.adapt(BundleWiring.class).getClassLoader();
    }

    /** Tells apart what looks the same to its author: no JobDefinition at all, and one of another copy of the api. */
    private static String reason(Object service) {
        if (service == null) {
            return "its service could not be made; see the log of its component";
        }
        for (Class<?> type = service.getClass(); type != null; type = type.getSuperclass()) {
            for (Class<?> each : type.getInterfaces()) {
                if (hasCopy(each)) {
                    return "it is wired to another copy of " + JobDefinition.class.getPackageName()
                            + " than the kernel; the bundle must import that package, not contain it";
                }
            }
        }
        return service.getClass().getName() + " is no JobProgram";
    }

    private static boolean hasCopy(Class<?> type) {
        if (type.getName().equals(JobDefinition.class.getName())) {
            return type != JobDefinition.class;
        }
        for (Class<?> parent : type.getInterfaces()) {
            if (hasCopy(parent)) {
                return true;
            }
        }
        return false;
    }
}
