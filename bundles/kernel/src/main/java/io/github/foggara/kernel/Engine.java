package io.github.foggara.kernel;

import io.github.foggara.api.client.ClusterInfo;
import io.github.foggara.api.client.JobService;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.service.ServiceHolders;
import java.util.Map;
import java.util.Optional;

/** What a container runs, by its role. Plain Java; OSGi, and any embedder, stands outside. Any thread. */
public interface Engine extends AutoCloseable {
    /** What runs jobs here; empty if nothing does. */
    Optional<Kernel> kernel();

    /** For users; where no jobs are run, it says so. */
    JobService jobs();

    /** For users. */
    ClusterInfo cluster();

    LeasingPluginRegistry plugins();

    /** Who holds which service of user code, as the locator of this container tells them apart. */
    <R> ServiceHolders<R> serviceHolders();

    /** Options of the container, and for jobs that do not set them, have changed. Only enqueues. */
    void defaults(Map<String, String> changed);

    /** The configuration of the cluster has changed. Only enqueues; no effect on an engine of one container. */
    void configure(Map<String, String> changed);

    /**
     * Messages to other containers go by this plugin. Only enqueues; no effect on an engine of one container.
     *
     * @param plugin empty if there is none any more
     */
    void transport(Optional<RpcService> plugin);

    /** Ends all tasks and threads. Blocks, bounded. */
    @Override
    void close();
}
