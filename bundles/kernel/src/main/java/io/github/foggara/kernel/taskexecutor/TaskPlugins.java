package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.PluginInfo;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.api.state.StateBackend;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plugins of one task: those it has leased are known, so that it can be told when one leaves; one that is not there is waited for, as
 * in a TaskManager its bundle may be about to come. Any thread, except {@link #lease}: task thread, which waits; a cancel ends that.
 */
final class TaskPlugins implements PluginRegistry {
    private static final Logger LOG = LoggerFactory.getLogger(TaskPlugins.class);
    private static final Map<Class<?>, String> WORDS = Map.of(
            ShuffleService.class, "shuffle service",
            CheckpointService.class, "checkpoint service",
            StateBackend.class, "state backend",
            OperatorProvider.class, "operator provider");

    private final PluginRegistry registry;
    private final EngineRuntime runtime;
    private final Duration limit;
    private final Mailbox mailbox;
    private final Doorbell bell;
    private final Map<Lease<?>, String> held = new ConcurrentHashMap<>();

    /**
     * @param limit how long one is waited for; 0 for not at all
     */
    TaskPlugins(PluginRegistry registry, EngineRuntime runtime, Duration limit, Mailbox mailbox, Doorbell bell) {
        this.registry = registry;
        this.runtime = runtime;
        this.limit = limit;
        this.mailbox = mailbox;
        this.bell = bell;
    }

    /** For users. */
    static String words(Class<?> type, String name) {
        return WORDS.getOrDefault(type, type.getSimpleName()) + " '" + name + "'";
    }

    /** Of what the task has leased, one that is about to leave. */
    Optional<TaskReport.PluginLeaves> leaving() {
        return held.entrySet().stream()
                .filter(lease -> registry.leaving(lease.getKey()))
                .findFirst()
                .map(lease -> new TaskReport.PluginLeaves(
                        lease.getValue(), lease.getKey().bundle()));
    }

    @Override
    public <T> Optional<Lease<T>> lease(Class<T> type, String name) {
        Optional<Lease<T>> found = registry.lease(type, name);
        if (found.isEmpty() && !limit.isZero()) {
            LOG.warn("There is no {}. It is waited for, for {} ms", words(type, name), limit.toMillis());
            found = await(type, name);
        }
        found.ifPresent(lease -> held.put(lease, words(type, name)));
        return found;
    }

    private <T> Optional<Lease<T>> await(Class<T> type, String name) {
        long end = runtime.nanoTime() + limit.toNanos();
        EngineRuntime.Cancellable timer = runtime.schedule(limit.toNanos(), bell::wake);
        // A ring leaves a permit: one between a look and the park after it ends that park at once.
        AutoCloseable changes = registry.onChange(bell::wake);
        try {
            Optional<Lease<T>> found = registry.lease(type, name);
            while (found.isEmpty() && runtime.nanoTime() - end < 0) {
                runtime.yieldPoint();
                mailbox.checkCanceled();
                bell.park();
                found = registry.lease(type, name);
            }
            return found;
        } finally {
            timer.cancel();
            close(changes);
        }
    }

    private static void close(AutoCloseable changes) {
        try {
            changes.close();
        } catch (Exception e) {
            LOG.warn("A listener for plugins was not removed", e);
        }
    }

    @Override
    public List<String> names(Class<?> type) {
        return registry.names(type);
    }

    @Override
    public List<PluginInfo> plugins() {
        return registry.plugins();
    }

    @Override
    public AutoCloseable onChange(Runnable listener) {
        return registry.onChange(listener);
    }

    @Override
    public boolean leaving(Lease<?> lease) {
        return registry.leaving(lease);
    }
}
