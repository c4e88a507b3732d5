package io.github.foggara.kernel;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.ha.LeaderElection;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.cluster.Role;
import io.github.foggara.kernel.config.ContainerOptions;
import io.github.foggara.kernel.config.OptionRegistry;
import io.github.foggara.kernel.dispatcher.Dispatcher;
import io.github.foggara.kernel.dispatcher.Watchdog;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.ha.DeferredLeaderElection;
import io.github.foggara.kernel.jobmaster.JobServices;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.plugin.Turns;
import io.github.foggara.kernel.program.CodeOffers;
import io.github.foggara.kernel.program.ProgramTopologies;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.runtime.OwnerThread;
import io.github.foggara.kernel.service.ServiceHolders;
import io.github.foggara.kernel.taskexecutor.ProgramTopology;
import io.github.foggara.kernel.taskexecutor.Reach;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskexecutor.TaskExecutor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A dispatcher with its JobMasters, and one TaskExecutor in the same process unless tasks run elsewhere. Any thread.
 */
public final class Kernel implements Engine {
    private static final Logger LOG = LoggerFactory.getLogger(Kernel.class);
    static final Duration LEASE_WAIT = Duration.ofSeconds(40);
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);

    private final EngineRuntime runtime;

    /** Ends with the kernel if the kernel made it. */
    private final Runnable closeRuntime;

    private final LeasingPluginRegistry plugins;
    private final LeaderElection election;
    private final OptionRegistry options;
    private final ManagedMemory memory = new ManagedMemory(ContainerOptions.MANAGED_MEMORY.fallback());
    /** Why an option of the container is not in force. */
    private volatile List<String> refused = List.of();

    private final Watchdog watchdog;
    /** Null if tasks run elsewhere. */
    private final TaskExecutor executor;

    private final Dispatcher dispatcher;

    /**
     * Starts the threads.
     *
     * @param data directory that survives a restart
     * @param services where user code finds what it asks for
     * @param defaults texts by option key for jobs that do not set them
     */
    public Kernel(Path data, Programs programs, ServiceLocator services, Map<String, String> defaults) {
        this(
                new JvmRuntime(),
                true,
                new DeferredLeaderElection(data),
                same -> same,
                null,
                data,
                programs,
                services,
                defaults);
    }

    /**
     * As the first one, on threads, parking and time of somebody else, who closes the runtime after the kernel.
     */
    public Kernel(
            EngineRuntime runtime,
            Path data,
            Programs programs,
            ServiceLocator services,
            Map<String, String> defaults) {
        this(runtime, new DeferredLeaderElection(data), data, programs, services, defaults);
    }

    /**
     * As the second one, with another way to know who may act, which the kernel closes.
     */
    public Kernel(
            EngineRuntime runtime,
            LeaderElection election,
            Path data,
            Programs programs,
            ServiceLocator services,
            Map<String, String> defaults) {
        this(runtime, election, executor -> executor, data, programs, services, defaults);
    }

    /**
     * As the third one.
     *
     * @param between what stands between JobMasters and the executor: a network, where they are not in one process. It keeps the
     *     order of what each side says
     */
    public Kernel(
            EngineRuntime runtime,
            LeaderElection election,
            UnaryOperator<TaskExecutorGateway> between,
            Path data,
            Programs programs,
            ServiceLocator services,
            Map<String, String> defaults) {
        this(runtime, false, election, between, null, data, programs, services, defaults);
    }

    /**
     * As the second one, but with tasks in other processes.
     *
     * @param elsewhere where they run; closed after the kernel by whoever made it
     * @param offers how they get the code of programs there
     */
    Kernel(
            EngineRuntime runtime,
            TaskExecutorGateway elsewhere,
            CodeOffers offers,
            Path data,
            Programs programs,
            ServiceLocator services,
            Map<String, String> defaults) {
        this(
                runtime,
                false,
                new DeferredLeaderElection(data),
                null,
                new Elsewhere(elsewhere, offers),
                data,
                programs,
                services,
                defaults);
    }

    /** Where tasks run that do not run in this process, and how the code of programs gets there. */
    private record Elsewhere(TaskExecutorGateway executor, CodeOffers offers) {}

    /** With tasks in this process, behind {@code between}, or all of them {@code elsewhere}: the other is null. */
    private Kernel(
            EngineRuntime runtime,
            boolean own,
            LeaderElection election,
            UnaryOperator<TaskExecutorGateway> between,
            Elsewhere elsewhere,
            Path data,
            Programs programs,
            ServiceLocator services,
            Map<String, String> defaults) {
        this.runtime = runtime;
        this.election = election;
        closeRuntime = own && runtime instanceof JvmRuntime jvm ? jvm::close : () -> {};
        plugins = new LeasingPluginRegistry(runtime, LEASE_WAIT);
        options = new OptionRegistry(plugins);
        watchdog = new Watchdog(runtime);
        executor = elsewhere != null
                ? null
                : new TaskExecutor(
                        runtime, plugins, programs, ProgramTopology::build, services, memory, Reach.ONE_PROCESS);
        dispatcher = new Dispatcher(
                new JobServices(
                        runtime,
                        plugins,
                        programs,
                        services,
                        new ProgramTopologies(runtime),
                        options,
                        new EventLogs(runtime, plugins, election, data),
                        data.resolve("checkpoints"),
                        memory,
                        Optional.ofNullable(elsewhere).map(Elsewhere::offers),
                        new Turns<>(),
                        executor == null ? elsewhere.executor() : between.apply(executor),
                        watchdog::watch),
                data,
                forJobs(defaults),
                watchdog);
        dispatcher.health(() -> refused);
        if (executor != null) {
            dispatcher.health(executor::health);
            watchdog.watch(executor.owner());
            executor.start();
        }
        watchdog.start();
    }

    /** Puts those of the container in force, and leaves the others. */
    private Map<String, String> forJobs(Map<String, String> defaults) {
        try {
            memory.resize(ContainerOptions.get(defaults, ContainerOptions.MANAGED_MEMORY));
            refused = List.of();
        } catch (InvalidOptionException e) {
            refused = List.of(
                    "An option of the container is refused, its former value stays in force: " + e.getMessage());
            LOG.error("{}", refused.get(0));
        }
        return ContainerOptions.without(defaults);
    }

    @Override
    public void defaults(Map<String, String> changed) {
        dispatcher.defaults(forJobs(changed));
    }

    /** Bulk memory that operators share. */
    public ManagedMemory memory() {
        return memory;
    }

    @Override
    public Optional<Kernel> kernel() {
        return Optional.of(this);
    }

    /** Names the thread when it is stuck. */
    void watch(OwnerThread thread) {
        watchdog.watch(thread);
    }

    @Override
    public ClusterInfo cluster() {
        long stale = executor == null ? 0 : executor.fenced();
        return new ClusterInfo(Role.EMBEDDED.text(), "", "", "", stale, List.of());
    }

    @Override
    public void configure(Map<String, String> changed) {
        // All of it is about other containers.
    }

    @Override
    public void transport(Optional<RpcService> plugin) {
        // There is nobody to talk to.
    }

    @Override
    public Dispatcher jobs() {
        return dispatcher;
    }

    @Override
    public LeasingPluginRegistry plugins() {
        return plugins;
    }

    @Override
    public <R> ServiceHolders<R> serviceHolders() {
        return new ServiceHolders<>(runtime, LEASE_WAIT);
    }

    public OptionRegistry options() {
        return options;
    }

    /** Ends all tasks and threads; runs of configurations go on when a kernel starts on the same data. Blocks, bounded. */
    @Override
    public void close() {
        dispatcher.close();
        try {
            if (executor != null) {
                executor.close();
                executor.join(JOIN_LIMIT);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            watchdog.stop();
            election.close();
            closeRuntime.run();
        }
    }
}
