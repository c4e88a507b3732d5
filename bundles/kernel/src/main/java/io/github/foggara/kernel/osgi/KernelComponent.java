package io.github.foggara.kernel.osgi;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.ClusterService;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.Engine;
import io.github.foggara.kernel.JobMasterEngine;
import io.github.foggara.kernel.JobsElsewhere;
import io.github.foggara.kernel.Kernel;
import io.github.foggara.kernel.TaskManagerEngine;
import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.cluster.Role;
import io.github.foggara.kernel.config.JobProperties;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Dictionary;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.osgi.framework.BundleContext;
import org.osgi.framework.Constants;
import org.osgi.framework.ServiceRegistration;
import org.osgi.service.cm.ManagedService;
import org.osgi.service.cm.ManagedServiceFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.MetaTypeProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the engine that the role of the container asks for, tells it of plugins, programs and configurations, and publishes its
 * {@link JobService} and {@link ClusterService}. That of an embedded container is there at once; the others need to know of their cluster, so
 * they begin with the first accepted configuration {@link ClusterConfiguration#PID}.
 *
 * <p>What is opened last is closed first. Plugins and programs are there before the first configuration arrives, as far as
 * they are there at all: a job that finds everything need not be SUSPENDED first. When the bundle stops, the engine ends its
 * tasks and threads while the plugins are still there.
 *
 * <p>The configuration {@value #DEFAULTS} ({@code conf/foggara.defaults.cfg}) holds options for all jobs that do not set them, and those of
 * the container itself. When it changes, jobs go on with the new ones, as if each of them had been configured so.
 */
@Component(
        service = {},
        immediate = true,
        configurationPid = KernelComponent.DEFAULTS)
public final class KernelComponent {
    /** Framework property: the directory that survives a restart. */
    static final String DATA = "foggara.data";

    /** PID of the options for all jobs. */
    static final String DEFAULTS = "foggara.defaults";

    private static final Logger LOG = LoggerFactory.getLogger(KernelComponent.class);

    private final BundleContext context;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final ClusterConfiguration cluster;
    private volatile Map<String, String> defaults;
    /** Null until the configuration of the cluster is there, if it is needed. */
    private volatile Engine engine;

    /** Stands in for the engine's until it is there; null then, and if it is not needed. */
    private ServiceRegistration<?> waiting;

    private boolean closed;

    @Activate
    public KernelComponent(BundleContext context, Map<String, Object> defaults) {
        this.context = context;
        this.defaults = options(defaults);
        Role role = ContainerRole.of(context);
        cluster = new ClusterConfiguration(role, this::boot, this::configure);
        if (role == Role.EMBEDDED) {
            open((programs, bundles, services, options) -> new Kernel(data(context), programs, services, options));
        } else {
            waiting = waiting(role);
        }
        publish(ManagedService.class, cluster, property(Constants.SERVICE_PID, ClusterConfiguration.PID));
    }

    /** What users find until then. */
    private ServiceRegistration<?> waiting(Role role) {
        JobService nothing = new JobsElsewhere(
                "This " + role.text() + " has not begun: " + ClusterConfiguration.WAITS,
                List::of,
                List::of,
                cluster::problems);
        return context.registerService(JobService.class, nothing, new Hashtable<>());
    }

    /** The configuration of the cluster is there, for the first time. */
    private synchronized void boot(ClusterSettings settings) {
        if (closed) {
            return;
        }
        String version = context.getBundle().getVersion().toString();
        int before = open.size();
        try {
            open((programs, bundles, services, options) -> settings.role() == Role.JOBMASTER
                    ? new JobMasterEngine(settings, version, data(context), programs, bundles, services, options)
                    : new TaskManagerEngine(settings, version, data(context), programs, bundles, services, options));
            RpcTracker rpc = new RpcTracker(context, engine::transport);
            open.push(rpc);
            rpc.open();
        } catch (RuntimeException | Error e) {
            engine = null;
            closeUntil(before);
            throw e;
        }
        // Not before: who looks for the service finds one all the time.
        waiting.unregister();
        waiting = null;
    }

    /** Only enqueues; nothing has begun if the bundle was stopping when the first configuration came. */
    private void configure(Map<String, String> changed) {
        Engine running = engine;
        if (running != null) {
            running.configure(changed);
        }
    }

    /** Makes an engine that is told of what is tracked here. */
    private interface Maker {
        Engine make(
                ProgramTracker programs,
                FrameworkBundles bundles,
                BundleServiceLocator services,
                Map<String, String> options);
    }

    private synchronized void open(Maker maker) {
        ProgramTracker programs = new ProgramTracker(context);
        BundleServiceLocator services = new BundleServiceLocator(context);
        Map<String, String> known = defaults;
        FrameworkBundles bundles = new FrameworkBundles(context);
        bundles.sweep();
        Engine made = maker.make(programs, bundles, services, known);
        try {
            track(made, programs, services);
        } catch (RuntimeException | Error e) {
            if (!open.contains(made)) {
                made.close();
            }
            throw e;
        }
        engine = made;
        if (defaults != known) {
            // They have changed meanwhile, and who changed them did not find it.
            made.defaults(defaults);
        }
        publish(ClusterService.class, made::cluster, new Hashtable<>());
        made.kernel().ifPresent(kernel -> kernel.jobs().recover(new ExpectedConfigurations(context)));
        publish(JobService.class, made.jobs(), new Hashtable<>());
        made.kernel().ifPresent(this::publishForms);
    }

    private void track(Engine made, ProgramTracker programs, BundleServiceLocator services) {
        for (Class<?> type : List.of(
                OptionSet.class,
                OperatorProvider.class,
                ShuffleService.class,
                JobEventStore.class,
                CheckpointService.class,
                StateBackend.class,
                FailoverStrategy.class,
                RestartBackoffStrategy.class)) {
            PluginTracker<?> plugins = new PluginTracker<>(context, type, made.plugins());
            plugins.open();
            open.push(plugins);
        }
        services.open(made.serviceHolders());
        open.push(services);
        programs.open(made.plugins());
        open.push(programs);
        open.push(made);
    }

    private void publishForms(Kernel kernel) {
        publish(
                MetaTypeProvider.class,
                new OptionForm(() -> kernel.options().sets()),
                property(MetaTypeProvider.METATYPE_FACTORY_PID, JobFactory.PID));
        publish(
                ManagedServiceFactory.class,
                new JobFactory(kernel.jobs()::configure, kernel.jobs()::vanished),
                property(Constants.SERVICE_PID, JobFactory.PID));
    }

    /** Only enqueues. */
    @Modified
    public void modified(Map<String, Object> changed) {
        defaults = options(changed);
        Engine running = engine;
        if (running != null) {
            running.defaults(defaults);
        }
    }

    /** Blocks, bounded, until the tasks have ended. */
    @Deactivate
    public synchronized void close() {
        closed = true;
        if (waiting != null) {
            waiting.unregister();
        }
        closeUntil(0);
    }

    /** The last opened first. */
    private void closeUntil(int left) {
        while (open.size() > left) {
            AutoCloseable next = open.pop();
            try {
                next.close();
            } catch (Exception e) {
                LOG.error("{} was not closed cleanly", next.getClass().getSimpleName(), e);
            }
        }
    }

    private synchronized <S> void publish(Class<S> type, S service, Dictionary<String, Object> properties) {
        ServiceRegistration<S> registration = context.registerService(type, service, properties);
        open.push(registration::unregister);
    }

    private static Dictionary<String, Object> property(String key, String value) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(key, value);
        return properties;
    }

    /** What the framework adds is cut off as for a job, and what DS adds to every component. */
    static Map<String, String> options(Map<String, Object> properties) {
        Map<String, String> texts = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (!key.startsWith("osgi.")) {
                texts.put(key, JobFactory.text(value));
            }
        });
        return JobProperties.of(texts).options();
    }

    private static Path data(BundleContext context) {
        String directory = context.getProperty(DATA);
        return directory == null ? context.getDataFile("data").toPath() : Path.of(directory);
    }
}
