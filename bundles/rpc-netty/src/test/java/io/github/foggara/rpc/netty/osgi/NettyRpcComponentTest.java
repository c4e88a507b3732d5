package io.github.foggara.rpc.netty.osgi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcMessages;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.testkit.rpc.RpcProbe;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.MalformedURLException;
import java.net.ServerSocket;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NettyRpcComponentTest {
    @TempDir
    private Path directory;

    private final ManualRuntime runtime = new ManualRuntime();

    private RpcNode open(NettyRpcComponent component) throws IOException {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        PeerIdentity identity = new PeerIdentity(new ContainerId(1, 2), "x", "1", 1, "c", Map.of());
        ClusterSecurity security = ClusterSecurity.loopback("c", directory.resolve("secret"));
        return component.open(
                new RpcSettings(any, identity, security, RpcMessages.of(), Configuration.EMPTY, runtime),
                new RpcProbe());
    }

    /** How long a connection to somebody silent is waited for, which shows the options in force. */
    private Duration timeout(NettyRpcComponent component) throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                RpcNode node = open(component)) {
            CompletionStage<?> stage =
                    node.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), silent.getLocalPort()));
            long before = runtime.nanoTime();
            for (int i = 0; i < 100 && !stage.toCompletableFuture().isDone(); i++) {
                runtime.advance(Duration.ofSeconds(1));
            }
            assertThatThrownBy(() -> stage.toCompletableFuture().get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class);
            return Duration.ofNanos(runtime.nanoTime() - before);
        }
    }

    @Test
    void itsConfigurationGivesDefaultsForNodes() throws Exception {
        NettyRpcComponent component = new NettyRpcComponent(
                Map.of("heartbeat.timeout", "5 s", "rpc.netty.threads", 1, "service.pid", "foggara.rpc.netty"));
        assertThat(timeout(component)).isEqualTo(Duration.ofSeconds(5));
        component.modified(Map.of("heartbeat.timeout", "0 s"));
        assertThat(timeout(component)).isEqualTo(Duration.ofSeconds(5));
        component.modified(Map.of());
        assertThat(timeout(component)).isEqualTo(Duration.ofSeconds(10));
        component.deactivate();
    }

    @Test
    void deactivationClosesItsNodes() throws IOException {
        NettyRpcComponent component = new NettyRpcComponent(Map.of());
        RpcNode node = open(component);
        component.deactivate();
        assertThatThrownBy(
                        () -> node.connect(node.address()).toCompletableFuture().get(20, TimeUnit.SECONDS))
                .hasMessageContaining("closed");
        assertThatThrownBy(() -> open(component)).isInstanceOf(IOException.class);
    }

    /** A container that opens no node must not pay for Netty. */
    @Test
    void nothingOfNettyIsLoadedBeforeANodeIsOpened() throws Exception {
        try (URLClassLoader loader = new WithoutNetty()) {
            Class<?> type = loader.loadClass(NettyRpcComponent.class.getName());
            Object component = type.getConstructor(Map.class).newInstance(Map.of("heartbeat.timeout", "5 s"));
            OptionSet options = (OptionSet) type.getMethod("options").invoke(component);
            assertThat(options.options()).hasSize(5);
            type.getMethod("modified", Map.class).invoke(component, Map.of());
            type.getMethod("deactivate").invoke(component);
            assertThatThrownBy(() -> loader.loadClass("io.netty.channel.Channel"))
                    .isInstanceOf(ClassNotFoundException.class);
        }
    }

    /** The bundle's own classes anew, the api's as they are, and no Netty. */
    private static final class WithoutNetty extends URLClassLoader {
        WithoutNetty() {
            super(classPath(), NettyRpcComponentTest.class.getClassLoader());
        }

        private static URL[] classPath() {
            return Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                    .map(entry -> {
                        try {
                            return Path.of(entry).toUri().toURL();
                        } catch (MalformedURLException e) {
                            throw new IllegalArgumentException(e);
                        }
                    })
                    .toArray(URL[]::new);
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            if (name.startsWith("io.netty.")) {
                throw new ClassNotFoundException(name);
            }
            if (name.startsWith("io.github.foggara.rpc.")) {
                Class<?> loaded = findLoadedClass(name);
                return loaded == null ? findClass(name) : loaded;
            }
            return super.loadClass(name, resolve);
        }
    }
}
