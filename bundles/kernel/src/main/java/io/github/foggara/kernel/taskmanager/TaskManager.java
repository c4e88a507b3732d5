package io.github.foggara.kernel.taskmanager;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.kernel.cluster.ClusterNode;
import io.github.foggara.kernel.cluster.ClusterOptions;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.OwnerThread;
import io.github.foggara.kernel.shipping.BundleHost;
import io.github.foggara.kernel.shipping.ShippedCode;
import io.github.foggara.kernel.taskexecutor.ProgramTopology;
import io.github.foggara.kernel.taskexecutor.Reach;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import io.github.foggara.kernel.taskexecutor.TaskExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

/** A container that runs tasks for the JobMasters of another one: a TaskExecutor and its link. Any thread. */
public final class TaskManager implements ClusterNode {
    private static final Duration JOIN_LIMIT = Duration.ofSeconds(5);
    private static final Duration RETRY = Duration.ofMillis(500);

    private final TaskExecutor executor;
    private final ShippedCode code;
    private final JobMasterLink link;
    private final JobMasterQuestions questions;
    private RpcNode node;

    /**
     * What runs tasks here.
     *
     * @param programs all that a JobMaster may name
     * @param bundles where programs come from
     * @param shipped directory for files of bundles that are on their way
     * @param cluster how the exchange of records reaches other containers
     */
    public record Surroundings(
            EngineRuntime runtime,
            PluginRegistry plugins,
            Programs programs,
            BundleHost bundles,
            Path shipped,
            ServiceLocator services,
            ManagedMemory memory,
            Supplier<Optional<ClusterAccess>> cluster) {}

    /**
     * Starts threads; registers as soon as it has a transport.
     *
     * @param configuration with the options of {@link ClusterOptions}
     * @param jobMaster where to register: host and port, which need not be resolved
     */
    public TaskManager(Surroundings around, Configuration configuration, InetSocketAddress jobMaster) {
        Duration wait = configuration.get(ClusterOptions.PROGRAM_WAIT);
        code = new ShippedCode(
                around.runtime(),
                around.bundles(),
                around.programs(),
                this::ask,
                around.shipped(),
                wait,
                configuration.get(ClusterOptions.BUNDLES_SIZE));
        executor = new TaskExecutor(
                around.runtime(),
                around.plugins(),
                around.programs(),
                ProgramTopology::build,
                around.services(),
                around.memory(),
                new Reach(around.cluster(), wait, code, true));
        link = new JobMasterLink(
                around.runtime(),
                executor,
                new LinkSettings(
                        jobMaster,
                        configuration.get(ClusterOptions.SLOTS),
                        around.memory()::total,
                        configuration.get(ClusterOptions.GRACE),
                        RETRY,
                        Resolver.OF_JVM));
        questions = new JobMasterQuestions(link);
        executor.start();
        link.start();
    }

    /** Not before a task runs here. */
    private CompletionStage<byte[]> ask(RpcMessage message) {
        return questions.request(message);
    }

    /**
     * Talks by this transport from now on; one that it had before is given up. Its session goes on if that does not take too long. Blocks
     * while the address is bound.
     *
     * @param settings of the same container each time
     * @throws IOException as {@link RpcService#open}; then it has none
     */
    @Override
    public synchronized InetSocketAddress listen(RpcService rpc, RpcSettings settings) throws IOException {
        silence();
        node = rpc.open(settings, link.listener());
        link.use(node);
        return node.address();
    }

    /** The transport leaves. Blocks until its connection has ended. */
    @Override
    public synchronized void silence() {
        if (node != null) {
            node.close();
            node = null;
            link.use(null);
        }
    }

    /** How it stands with its JobMaster, for users. */
    public String link() {
        return link.line();
    }

    /** What is not well, for users. */
    public List<String> health() {
        List<String> lines = new ArrayList<>(executor.health());
        if (!link.registered()) {
            lines.add(link.line());
        }
        return lines;
    }

    /** For the watchdog. */
    public List<OwnerThread> owners() {
        return List.of(executor.owner(), link.owner());
    }

    /** Orders that were dropped because they came from a JobMaster that another one had replaced, in its job or in its place. */
    public long stale() {
        return executor.fenced() + link.stale();
    }

    /** Tells the JobMaster, and ends all tasks and threads. Blocks, bounded. */
    @Override
    public void close() {
        link.close();
        try {
            // The JobMaster hears of it as long as there is a connection.
            link.owner().join(JOIN_LIMIT.toMillis());
            silence();
            executor.close();
            executor.join(JOIN_LIMIT);
        } catch (InterruptedException e) {
            silence();
            executor.close();
            Thread.currentThread().interrupt();
        } finally {
            code.close();
        }
    }
}
