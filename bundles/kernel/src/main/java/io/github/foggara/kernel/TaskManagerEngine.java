package io.github.foggara.kernel;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.cluster.ClusterTransport;
import io.github.foggara.kernel.cluster.Role;
import io.github.foggara.kernel.config.ContainerOptions;
import io.github.foggara.kernel.dispatcher.Watchdog;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.service.ServiceHolders;
import io.github.foggara.kernel.shipping.BundleHost;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskmanager.TaskManager;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A container that runs tasks for the JobMasters of another one, and no jobs of its own. Any thread. */
public final class TaskManagerEngine implements Engine {
    private static final Logger LOG = LoggerFactory.getLogger(TaskManagerEngine.class);

    private final JvmRuntime runtime = new JvmRuntime();
    private final LeasingPluginRegistry plugins = new LeasingPluginRegistry(runtime, Kernel.LEASE_WAIT);
    private final ManagedMemory memory = new ManagedMemory(ContainerOptions.MANAGED_MEMORY.fallback());
    private final Watchdog watchdog = new Watchdog(runtime);
    private final ContainerId container = ContainerId.random(runtime);
    private final String productVersion;
    private final TaskManager taskManager;
    private final ClusterTransport transport;
    private final JobService jobs;
    /** Why an option of the container is not in force; empty if all are. */
    private volatile String refused = "";

    /**
     * Starts the threads; registers when it has a transport.
     *
     * @param productVersion of this engine: a JobMaster of another one is refused
     * @param data directory for what is of no use after a restart
     * @param bundles of this container; what a job needs comes to them and goes
     * @param programs all that a JobMaster may name
     * @param services where user code finds what it asks for
     * @param defaults those of them that are options of the container are heeded
     */
    public TaskManagerEngine(
            ClusterSettings settings,
            String productVersion,
            Path data,
            Programs programs,
            BundleHost bundles,
            ServiceLocator services,
            Map<String, String> defaults) {
        this.productVersion = productVersion;
        defaults(defaults);
        InetSocketAddress jobMaster = settings.jobMaster();
        taskManager = new TaskManager(
                new TaskManager.Surroundings(
                        runtime, plugins, programs, bundles, data.resolve("shipped"), services, memory, this::access),
                settings.configuration(),
                jobMaster);
        transport = new ClusterTransport(runtime, taskManager, settings, container, productVersion);
        jobs = new JobsElsewhere(
                "This container is a TaskManager and has no jobs of its own. They are where its JobMaster is, which listens at "
                        + jobMaster.getHostString() + ":" + jobMaster.getPort(),
                programs::names,
                plugins::plugins,
                this::health);
        taskManager.owners().forEach(watchdog::watch);
        watchdog.watch(transport.owner());
        watchdog.start();
    }

    /** Before there is a transport no task is here that could ask. */
    private Optional<ClusterAccess> access() {
        return Optional.of(transport.rely().access(container, productVersion));
    }

    private List<String> health() {
        List<String> lines = new ArrayList<>(watchdog.lines());
        if (!refused.isEmpty()) {
            lines.add(refused);
        }
        lines.addAll(transport.health());
        lines.addAll(taskManager.health());
        return lines;
    }

    @Override
    public Optional<Kernel> kernel() {
        return Optional.empty();
    }

    @Override
    public JobService jobs() {
        return jobs;
    }

    @Override
    public ClusterInfo cluster() {
        return new ClusterInfo(
                Role.TASKMANAGER.text(),
                transport.settings().clusterId(),
                transport.address(),
                taskManager.link(),
                taskManager.stale(),
                List.of());
    }

    @Override
    public LeasingPluginRegistry plugins() {
        return plugins;
    }

    @Override
    public <R> ServiceHolders<R> serviceHolders() {
        return new ServiceHolders<>(runtime, Kernel.LEASE_WAIT);
    }

    @Override
    public void defaults(Map<String, String> changed) {
        try {
            memory.resize(ContainerOptions.get(changed, ContainerOptions.MANAGED_MEMORY));
            refused = "";
        } catch (InvalidOptionException e) {
            refused = "An option of the container is refused, its former value stays in force: " + e.getMessage();
            LOG.error("{}", refused);
        }
    }

    @Override
    public void configure(Map<String, String> changed) {
        transport.configure(changed);
    }

    @Override
    public void transport(Optional<RpcService> plugin) {
        transport.use(plugin);
    }

    /** The TaskManager first: its JobMaster is told. */
    @Override
    public void close() {
        taskManager.close();
        transport.close();
        watchdog.stop();
        runtime.close();
    }
}
