package io.github.foggara.kernel;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.kernel.cluster.ClusterHead;
import io.github.foggara.kernel.cluster.ClusterOptions;
import io.github.foggara.kernel.cluster.ClusterSettings;
import io.github.foggara.kernel.cluster.ClusterTransport;
import io.github.foggara.kernel.cluster.Role;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.dispatcher.Dispatcher;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.service.ServiceHolders;
import io.github.foggara.kernel.shipping.BundleHost;
import io.github.foggara.kernel.shipping.OfferedCode;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** A {@link Kernel} whose tasks run in the TaskManagers that register here. Any thread. */
public final class JobMasterEngine implements Engine {
    /** Records go from one process to another, unless a job says otherwise. */
    private static final String SHUFFLE = "netty";

    private final JvmRuntime runtime = new JvmRuntime();
    private final ClusterHead head;
    private final ClusterTransport transport;
    private final Kernel kernel;

    /**
     * Starts the threads; listens when it has a transport.
     *
     * @param productVersion of this engine: TaskManagers of another one are refused
     * @param bundles of this container, which TaskManagers get as far as jobs need them
     * @see Kernel#Kernel(Path, Programs, ServiceLocator, Map)
     */
    public JobMasterEngine(
            ClusterSettings settings,
            String productVersion,
            Path data,
            Programs programs,
            BundleHost bundles,
            ServiceLocator services,
            Map<String, String> defaults) {
        OfferedCode code = new OfferedCode(
                runtime,
                bundles,
                settings.bundles(data),
                settings.configuration().get(ClusterOptions.BUNDLES_SIZE));
        head = new ClusterHead(runtime, settings.configuration(), data, code::serve);
        transport = new ClusterTransport(runtime, head, settings, ContainerId.random(runtime), productVersion);
        kernel = new Kernel(runtime, head.executor(), code, data, programs, services, shuffled(defaults));
        kernel.watch(head.owner());
        kernel.watch(transport.owner());
        kernel.jobs().health(transport::health);
    }

    private static Map<String, String> shuffled(Map<String, String> defaults) {
        Map<String, String> all = new TreeMap<>(defaults);
        all.putIfAbsent(JobOptions.SHUFFLE_SERVICE.key(), SHUFFLE);
        return all;
    }

    @Override
    public Dispatcher jobs() {
        return kernel.jobs();
    }

    @Override
    public ClusterInfo cluster() {
        return new ClusterInfo(
                Role.JOBMASTER.text(),
                transport.settings().clusterId(),
                transport.address(),
                "",
                head.stale(),
                head.taskManagers());
    }

    @Override
    public Optional<Kernel> kernel() {
        return Optional.of(kernel);
    }

    @Override
    public LeasingPluginRegistry plugins() {
        return kernel.plugins();
    }

    @Override
    public <R> ServiceHolders<R> serviceHolders() {
        return kernel.serviceHolders();
    }

    @Override
    public void defaults(Map<String, String> changed) {
        kernel.defaults(shuffled(changed));
    }

    @Override
    public void configure(Map<String, String> changed) {
        transport.configure(changed);
    }

    @Override
    public void transport(Optional<RpcService> plugin) {
        transport.use(plugin);
    }

    /** JobMasters first: they end their tasks in the TaskManagers, which hear so before the connections end. */
    @Override
    public void close() {
        kernel.close();
        head.drain();
        transport.close();
        head.close();
        runtime.close();
    }
}
