package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.plugin.LeasingPluginRegistry;
import io.github.foggara.kernel.taskexecutor.mailbox.Doorbell;
import io.github.foggara.kernel.taskexecutor.mailbox.Mailbox;
import io.github.foggara.kernel.taskexecutor.mailbox.TaskCanceledError;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TaskPluginsTest {
    private static final Duration LIMIT = Duration.ofSeconds(20);

    private final ManualRuntime runtime = new ManualRuntime();
    private final LeasingPluginRegistry registry = new LeasingPluginRegistry(runtime, Duration.ofSeconds(1));
    private final Doorbell bell = new Doorbell(runtime.newParker());
    private final Mailbox mailbox = new Mailbox(bell);
    private final OperatorProvider provider = (OperatorProvider) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {OperatorProvider.class}, (proxy, method, arguments) -> null);

    @AfterEach
    void close() {
        runtime.close();
    }

    private TaskPlugins plugins(Duration limit) {
        return new TaskPlugins(registry, runtime, limit, mailbox, bell);
    }

    private CompletableFuture<Optional<Lease<OperatorProvider>>> lease(TaskPlugins plugins) {
        CompletableFuture<Optional<Lease<OperatorProvider>>> result = new CompletableFuture<>();
        runtime.newThread("task", null, () -> {
                    try {
                        result.complete(plugins.lease(OperatorProvider.class, "p"));
                    } catch (Throwable t) {
                        result.completeExceptionally(t);
                    }
                })
                .start();
        return result;
    }

    @Test
    void oneThatIsMissingIsWaitedFor() throws Exception {
        CompletableFuture<Optional<Lease<OperatorProvider>>> result = lease(plugins(LIMIT));
        runtime.awaitExactly(LIMIT);
        assertThat(result).isNotDone();
        registry.register(OperatorProvider.class, "p", "b/1", 0, provider);
        assertThat(result.get(20, TimeUnit.SECONDS).orElseThrow().bundle()).isEqualTo("b/1");
        assertThat(runtime.timers()).isZero();
    }

    @Test
    void notForEver() throws Exception {
        CompletableFuture<Optional<Lease<OperatorProvider>>> result = lease(plugins(LIMIT));
        runtime.awaitExactly(LIMIT);
        runtime.advance(LIMIT);
        assertThat(result.get(20, TimeUnit.SECONDS)).isEmpty();
        assertThat(plugins(Duration.ZERO).lease(OperatorProvider.class, "p")).isEmpty();
    }

    @Test
    void aCancelEndsTheWait() throws Exception {
        CompletableFuture<Optional<Lease<OperatorProvider>>> result = lease(plugins(LIMIT));
        runtime.awaitExactly(LIMIT);
        mailbox.cancel();
        assertThat(catchThrowable(() -> result.get(20, TimeUnit.SECONDS))).hasCauseInstanceOf(TaskCanceledError.class);
    }

    @Test
    void oneThatLeavesIsKnown() throws Exception {
        registry.register(OperatorProvider.class, "p", "b/1", 0, provider);
        TaskPlugins plugins = plugins(LIMIT);
        Lease<OperatorProvider> lease =
                plugins.lease(OperatorProvider.class, "p").orElseThrow();
        assertThat(plugins.leaving()).isEmpty();
        CompletableFuture<Boolean> left = new CompletableFuture<>();
        registry.onChange(() -> left.complete(plugins.leaving().isPresent()));
        runtime.newThread("framework", null, () -> registry.unregister(OperatorProvider.class, "p", provider))
                .start();
        assertThat(left.get(20, TimeUnit.SECONDS)).isTrue();
        assertThat(plugins.leaving()).contains(new TaskReport.PluginLeaves("operator provider 'p'", "b/1"));
        assertThat(plugins.names(CheckpointService.class)).isEmpty();
        lease.close();
    }
}
