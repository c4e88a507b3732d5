package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.cluster.ClusterOptions;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.taskexecutor.ProgramTopology;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskexecutor.TaskExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A container that runs tasks for the JobMasters of another one: a TaskExecutor and its link. Any thread. */
public final class TaskManager implements AutoCloseable {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final TaskExecutor executor;
    private final JobMasterLink link;
    private final RpcNode node;

    /**
     * What runs tasks here.
     *
     * @param programs all that a JobMaster may name
     */
    public record Surroundings(
            EngineRuntime runtime,
            PluginRegistry plugins,
            Programs programs,
            ServiceLocator services,
            ManagedMemory memory) {}

    /**
     * Starts threads, listens and begins to register. Blocks while the address is bound.
     *
     * @param settings of the node; its configuration holds the options of {@link ClusterOptions} too
     * @throws IOException as {@link RpcService#open}; nothing stays open
     */
    public TaskManager(Surroundings around, RpcService rpc, RpcSettings settings, InetSocketAddress jobMaster)
            throws IOException {
        Configuration configuration = settings.configuration();
        executor = new TaskExecutor(
                around.runtime(),
                around.plugins(),
                around.programs(),
                ProgramTopology::build,
                around.services(),
                around.memory());
        link = new JobMasterLink(
                around.runtime(),
                executor,
                new JobMasterLink.Settings(
                        jobMaster,
                        configuration.get(ClusterOptions.SLOTS),
                        configuration.get(ClusterOptions.GRACE),
                        RETRY));
        node = rpc.open(settings, link.listener());
        executor.start();
        link.start(node);
    }

    /** Where it stands, and what is not well, for users. */
    public List<String> health() {
        List<String> lines = new ArrayList<>(executor.health());
        lines.add(link.line());
        return lines;
    }

    /** Orders that were dropped because they came from a JobMaster that another one had replaced. */
    public long fenced() {
        return executor.fenced();
    }

    JobMasterLink link() {
        return link;
    }

    RpcNode node() {
        return node;
    }

    /** Ends all tasks and threads. Blocks, bounded. */
    @Override
    public void close() {
        link.close();
        node.close();
        executor.close();
        try {
            executor.join(JOIN_LIMIT);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
