package io.github.foggara.kernel.cluster;

import io.github.foggara.api.client.TaskManagerInfo;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.remote.message.BundlePart;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The side of a cluster where the JobMasters are: the executor that all TaskManagers are together, and the node where they register. Jobs wait
 * for slots until there is a transport. Any thread.
 */
public final class ClusterHead implements ClusterNode {
    private static final Logger LOG = LoggerFactory.getLogger(ClusterHead.class);
    /** No container has this id: it stands for all that there may be, and does not come back. */
    private static final ContainerId NOBODY_KNOWS = new ContainerId(0, 0);

    private static final long JOIN_MILLIS = 5_000;
    private static final Duration DRAIN_LIMIT = Duration.ofSeconds(5);

    private final ClusterExecutor executor;
    private RpcNode node;

    /**
     * Starts the cluster thread. Blocks on the disk.
     *
     * @param configuration with the options of {@link ClusterOptions}
     * @param data directory that survives a restart
     * @param bundles answers what TaskManagers ask of bundles; any thread, only enqueues
     */
    public ClusterHead(
            EngineRuntime runtime,
            Configuration configuration,
            Path data,
            BiConsumer<BundlePart.Wanted, RpcReply> bundles) {
        Roster roster = new RosterFile(data);
        executor = new ClusterExecutor(runtime, configuration, roster, bundles);
        executor.start(former(roster));
    }

    private static Set<ContainerId> former(Roster roster) {
        try {
            return roster.read();
        } catch (IOException e) {
            LOG.error("Jobs that go on wait until every TaskManager that may be left has ended what it ran", e);
            return Set.of(NOBODY_KNOWS);
        }
    }

    /** For JobMasters. */
    public TaskExecutorGateway executor() {
        return executor;
    }

    /**
     * Listens by this transport from now on; one by which it listened before is given up. TaskManagers go on with their sessions if they find
     * it in time. Blocks while the address is bound.
     *
     * @param settings of the same container each time
     * @return where TaskManagers reach it
     * @throws IOException as {@link RpcService#open}; then it does not listen
     */
    @Override
    public synchronized InetSocketAddress listen(RpcService rpc, RpcSettings settings) throws IOException {
        silence();
        node = rpc.open(settings, executor.listener());
        executor.listening();
        return node.address();
    }

    /** TaskManagers keep what identifies the cluster until they are started again, so they would not find their JobMaster any more. */
    @Override
    public boolean relied() {
        return !executor.taskManagers().isEmpty();
    }

    /** The transport leaves. Blocks until its connections have ended. */
    @Override
    public synchronized void silence() {
        if (node != null) {
            node.close();
            node = null;
        }
    }

    /** What JobMasters have ordered is said before {@link #silence}. Blocks, bounded. */
    public void drain() {
        try {
            if (!executor.drain(DRAIN_LIMIT)) {
                LOG.warn("Not all last orders were said to the TaskManagers; they end their tasks after their grace");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** For users. */
    public List<TaskManagerInfo> taskManagers() {
        return executor.taskManagers();
    }

    /** As {@link ClusterExecutor#stale}. */
    public long stale() {
        return executor.stale();
    }

    /** For the watchdog. */
    public OwnerThread owner() {
        return executor.owner();
    }

    /** After the JobMasters. Blocks, bounded. */
    @Override
    public void close() {
        silence();
        executor.close();
        try {
            // What it hears of the end of its connections needs timers still.
            executor.owner().join(JOIN_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
