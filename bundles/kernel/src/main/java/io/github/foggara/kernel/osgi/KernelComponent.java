package io.github.foggara.kernel.osgi;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.Kernel;
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
import org.osgi.service.cm.ManagedServiceFactory;
import org.osgi.service.component.annotations.Activate;
import org.osgi.service.component.annotations.Component;
import org.osgi.service.component.annotations.Deactivate;
import org.osgi.service.component.annotations.Modified;
import org.osgi.service.metatype.MetaTypeProvider;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the kernel, tells it of plugins, programs and configurations, and publishes its {@link JobService}.
 *
 * <p>What is opened last is closed first. Plugins and programs are there before the first configuration arrives, as far as
 * they are there at all: a job that finds everything need not be SUSPENDED first. When the bundle stops, the kernel ends its
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
    private final Kernel kernel;

    @Activate
    public KernelComponent(BundleContext context, Map<String, Object> defaults) {
        this.context = context;
        ProgramTracker programs = new ProgramTracker(context);
        BundleServiceLocator services = new BundleServiceLocator(context);
        kernel = new Kernel(data(context), programs, services, options(defaults));
        for (Class<?> type : List.of(
                OptionSet.class,
                OperatorProvider.class,
                ShuffleService.class,
                JobEventStore.class,
                CheckpointService.class,
                StateBackend.class,
                FailoverStrategy.class,
                RestartBackoffStrategy.class)) {
            PluginTracker<?> plugins = new PluginTracker<>(context, type, kernel.plugins());
            plugins.open();
            open.push(plugins);
        }
        services.open(kernel.serviceHolders());
        open.push(services);
        programs.open(kernel.plugins());
        open.push(programs);
        open.push(kernel);
        kernel.jobs().recover(new ExpectedConfigurations(context));
        publish(JobService.class, kernel.jobs(), new Hashtable<>());
        publish(
                MetaTypeProvider.class,
                new OptionForm(() -> kernel.options().sets()),
                property(MetaTypeProvider.METATYPE_FACTORY_PID));
        publish(
                ManagedServiceFactory.class,
                new JobFactory(kernel.jobs()::configure, kernel.jobs()::vanished),
                property(Constants.SERVICE_PID));
    }

    /** Only enqueues. */
    @Modified
    public void modified(Map<String, Object> defaults) {
        kernel.defaults(options(defaults));
    }

    /** Blocks, bounded, until the tasks have ended. */
    @Deactivate
    public void close() {
        while (!open.isEmpty()) {
            AutoCloseable next = open.pop();
            try {
                next.close();
            } catch (Exception e) {
                LOG.error("{} was not closed cleanly", next.getClass().getSimpleName(), e);
            }
        }
    }

    private <S> void publish(Class<S> type, S service, Dictionary<String, Object> properties) {
        ServiceRegistration<S> registration = context.registerService(type, service, properties);
        open.push(registration::unregister);
    }

    private static Dictionary<String, Object> property(String key) {
        Dictionary<String, Object> properties = new Hashtable<>();
        properties.put(key, JobFactory.PID);
        return properties;
    }

    /** What the framework adds is cut off as for a job, and what DS adds to every component. */
    private static Map<String, String> options(Map<String, Object> properties) {
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
