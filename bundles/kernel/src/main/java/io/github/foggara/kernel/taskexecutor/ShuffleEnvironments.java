package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.api.shuffle.JobTokens;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.api.shuffle.ShuffleEnvironment;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** One environment per leased shuffle plugin, shared by its jobs and closed with the last one. Exec thread. */
final class ShuffleEnvironments {
    /** What is said of a job whose exchange is about to leave; empty if it is not. */
    Optional<TaskReport.PluginLeaves> leaving(Shared shared) {
        return plugins.leaving(shared.lease)
                ? Optional.of(new TaskReport.PluginLeaves(
                        TaskPlugins.words(ShuffleService.class, shared.plugin), shared.lease.bundle()))
                : Optional.empty();
    }

    /** An environment in use. */
    static final class Shared {
        private final String plugin;
        private final Lease<ShuffleService> lease;
        private final ShuffleEnvironment environment;
        private int users;

        private Shared(String plugin, Lease<ShuffleService> lease, ShuffleEnvironment environment) {
            this.plugin = plugin;
            this.lease = lease;
            this.environment = environment;
        }

        ShuffleEnvironment environment() {
            return environment;
        }
    }

    private final PluginRegistry plugins;
    private final EngineRuntime runtime;
    private final Supplier<Optional<ClusterAccess>> cluster;
    private final JobTokens tokens;
    private final Map<String, Shared> current = new HashMap<>();

    /**
     * @param cluster how an environment that is made now reaches those of other containers
     * @param tokens of the jobs that are here
     */
    ShuffleEnvironments(
            PluginRegistry plugins,
            EngineRuntime runtime,
            Supplier<Optional<ClusterAccess>> cluster,
            JobTokens tokens) {
        this.plugins = plugins;
        this.runtime = runtime;
        this.cluster = cluster;
        this.tokens = tokens;
    }

    /**
     * For one job, until {@link #release}. A plugin that is about to leave gets no new user.
     *
     * @param configuration of the job, in force if it is the first one
     * @throws IllegalStateException if there is no such plugin
     */
    Shared acquire(String plugin, Configuration configuration) {
        Shared shared = current.get(plugin);
        if (shared == null || plugins.leaving(shared.lease)) {
            shared = create(plugin, configuration);
            current.put(plugin, shared);
        }
        shared.users++;
        return shared;
    }

    private Shared create(String plugin, Configuration configuration) {
        Lease<ShuffleService> lease = plugins.lease(ShuffleService.class, plugin)
                .orElseThrow(() -> new IllegalStateException("There is no shuffle service '" + plugin + "', only "
                        + plugins.names(ShuffleService.class) + ": install its bundle"));
        try {
            ShuffleContext context = new ShuffleContext(configuration, runtime, cluster.get(), tokens);
            return new Shared(plugin, lease, lease.service().createEnvironment(context));
        } catch (Throwable t) {
            lease.close();
            throw t;
        }
    }

    void release(Shared shared) {
        if (--shared.users > 0) {
            return;
        }
        current.remove(shared.plugin, shared);
        try {
            shared.environment.close();
        } finally {
            shared.lease.close();
        }
    }
}
