package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcMessages;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;

/** What the tests of the contract stand on: nodes that are closed in the end, on a clock that stands still. */
public abstract class RpcScenario {
    protected static final int TEXT = 7;
    protected static final int MAX_TEXT = 16 * 1024;
    protected static final RpcMessages MESSAGES = RpcMessages.of(new TextMessage(TEXT, MAX_TEXT));
    protected static final Duration MINUTE = Duration.ofMinutes(1);

    protected final ManualRuntime runtime = new ManualRuntime();
    private final List<RpcNode> nodes = new ArrayList<>();
    private final List<RpcProbe> probes = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    private RpcService service;

    /** The service under test; asked once per test. */
    protected abstract RpcService service();

    /** How nodes of the cluster know each other. */
    protected abstract ClusterSecurity security(String clusterId);

    /** Not writable with at most 64 kb that wait for a peer, refused with at most 256 kb. */
    protected abstract Configuration smallLimits();

    /** One node with what it hears. */
    protected record End(RpcNode node, RpcProbe probe) {}

    /** Two connected nodes. */
    protected record Pair(End client, End server, RpcConnection near, RpcConnection far) {}

    protected static PeerIdentity identity(String role) {
        return new PeerIdentity(new ContainerId(1, role.hashCode()), role, "1.0", 3, "c", Map.of("shuffle", "7001"));
    }

    protected End open(String role) {
        return open(identity(role), MESSAGES);
    }

    protected End open(PeerIdentity identity, RpcMessages messages) {
        try {
            return open(identity, messages, smallLimits());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    protected End open(PeerIdentity identity, RpcMessages messages, Configuration configuration) throws IOException {
        if (service == null) {
            service = service();
        }
        RpcProbe probe = new RpcProbe();
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        RpcSettings settings =
                new RpcSettings(any, identity, security(identity.clusterId()), messages, configuration, runtime);
        RpcNode node = service.open(settings, probe);
        nodes.add(node);
        probes.add(probe);
        return new End(node, probe);
    }

    protected Pair pair() {
        return connect(open("client"), open("server"));
    }

    protected Pair connect(End client, End server) {
        RpcConnection near = get(client.node().connect(server.node().address()));
        assertThat(client.probe().awaitConnected()).isSameAs(near);
        return new Pair(client, server, near, server.probe().awaitConnected());
    }

    /** A thread that is interrupted when the test is over: by then it must return, or it would take time from all that follow. */
    protected void start(String name, Runnable body) {
        Thread thread = new Thread(body, name);
        threads.add(thread);
        thread.start();
    }

    protected static RpcMessage text(String text) {
        return new RpcMessage(TEXT, text.getBytes(StandardCharsets.UTF_8));
    }

    protected static String text(RpcMessage message) {
        return new String(message.body(), StandardCharsets.UTF_8);
    }

    protected static <T> T get(CompletionStage<T> stage) {
        try {
            return stage.toCompletableFuture().get(RpcProbe.limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("Expected a result", e);
        }
    }

    /** What the stage fails with. */
    protected static Throwable failure(CompletionStage<?> stage) {
        try {
            Object result = stage.toCompletableFuture().get(RpcProbe.limit.toMillis(), TimeUnit.MILLISECONDS);
            throw new AssertionError("Expected a failure, not " + result);
        } catch (ExecutionException e) {
            return e.getCause();
        } catch (InterruptedException | TimeoutException e) {
            throw new AssertionError("Expected a failure", e);
        }
    }

    @AfterEach
    void closeNodes() throws InterruptedException {
        for (Thread thread : threads) {
            thread.interrupt();
            thread.join(RpcProbe.limit.toMillis());
            assertThat(thread.isAlive()).as("%s runs on", thread.getName()).isFalse();
        }
        nodes.forEach(RpcNode::close);
        for (RpcProbe probe : probes) {
            assertThat(probe.disorder()).isEmpty();
            assertThat(probe.open()).as("connections not heard of after close").isZero();
        }
    }
}
