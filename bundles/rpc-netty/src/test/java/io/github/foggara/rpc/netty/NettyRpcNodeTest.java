package io.github.foggara.rpc.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.rpc.RpcException;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.security.InsecureAddressException;
import io.github.foggara.testkit.network.FaultyProxy;
import io.github.foggara.testkit.rpc.RpcProbe;
import io.github.foggara.testkit.rpc.RpcScenario;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What only sockets, files and clocks can do to a node. */
@ExtendWith(LeakCheck.class)
class NettyRpcNodeTest extends RpcScenario {
    private static final Duration INTERVAL = Duration.ofSeconds(1);

    @TempDir
    private Path directory;

    private final NettyRpcService service = new NettyRpcService();

    @Override
    protected RpcService service() {
        return service;
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return ClusterSecurity.loopback(clusterId, directory.resolve("secret"));
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(NettyRpcServiceTest.SMALL);
    }

    /** Moves the clock by one beat after the other until the stage is done; each beat gets its turn on the net thread. */
    private void beatUntil(CompletionStage<?> stage) {
        for (int i = 0; i < 10_000 && !stage.toCompletableFuture().isDone(); i++) {
            runtime.advance(INTERVAL);
            Thread.yield();
        }
    }

    @Test
    void whoAcceptsAndNeverAnswersIsFoundAtTheTimeout() throws IOException {
        End client = open("client");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            CompletionStage<?> stage = client.node()
                    .connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), silent.getLocalPort()));
            try (Socket accepted = silent.accept()) {
                awaitTimers(2);
                runtime.advance(Duration.ofMillis(4_999));
                assertThat(stage.toCompletableFuture()).isNotDone();
                runtime.advance(Duration.ofMillis(1));
                assertThat(failure(stage)).isInstanceOf(RpcException.class).hasMessageContaining("inside 5000 ms");
                drainUntilClosed(accepted);
            }
        }
        // The one that waits for the end of the connection is taken back by the net thread.
        awaitTimers(0);
    }

    @Test
    void whoConnectsAndNeverSpeaksIsDropped() throws IOException {
        End server = open("server");
        try (Socket silent = new Socket(
                server.node().address().getAddress(), server.node().address().getPort())) {
            awaitTimers(1);
            runtime.advance(Duration.ofSeconds(5));
            assertThat(server.probe().awaitRefused()).contains("inside 5000 ms");
            drainUntilClosed(silent);
        }
    }

    @Test
    void silentSocketsDoNotKeepOthersOut() throws IOException {
        End server = open("server");
        InetSocketAddress address = server.node().address();
        List<Socket> silent = new ArrayList<>();
        try {
            for (int i = 0; i < 400; i++) {
                silent.add(new Socket(address.getAddress(), address.getPort()));
            }
            Pair pair = connect(open("client"), server);
            pair.near().send(text("between them"));
            assertThat(text(server.probe().awaitMessage())).isEqualTo("between them");
            // Those that have waited longest have made room.
            drainUntilClosed(silent.get(0));
            drainUntilClosed(silent.get(100));
            assertThat(server.probe().awaitRefused()).contains("too many connections are in the handshake");
        } finally {
            for (Socket socket : silent) {
                socket.close();
            }
        }
    }

    /** Between the two it passes on every byte. */
    @Test
    void aHandshakeThatSomebodyPassesOnIsRefused() throws IOException {
        End server = open("server");
        End client = open("client");
        try (FaultyProxy relay = new FaultyProxy(server.node().address())) {
            assertThat(failure(client.node().connect(relay.address())))
                    .isInstanceOf(HandshakeRefusedException.class)
                    .hasMessageContaining("somebody passes it on");
            assertThat(server.probe().awaitRefused()).contains("somebody passes it on");
        }
        // At another address with the same port, where the port alone tells nothing.
        InetSocketAddress real = server.node().address();
        InetAddress other = InetAddress.getByAddress(new byte[] {127, 0, 0, 2});
        try (FaultyProxy relay = new FaultyProxy(new InetSocketAddress(other, real.getPort()), real)) {
            assertThat(failure(client.node().connect(relay.address())))
                    .isInstanceOf(HandshakeRefusedException.class)
                    .hasMessageContaining("127.0.0.2:" + real.getPort());
        }
    }

    @Test
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void closingDoesNotWaitForAListenerThatNeverReturns() throws IOException {
        Pair pair = pair();
        CountDownLatch release = new CountDownLatch(1);
        pair.server().probe().onMessage((connection, message) -> awaitUninterruptibly(release));
        pair.near().send(text("stand still"));
        pair.server().probe().awaitMessage();
        try {
            pair.server().node().close();
            assertThat(TestLog.text()).contains("a listener keeps");
        } finally {
            release.countDown();
        }
        pair.server().probe().awaitEnded();
    }

    private void awaitTimers(int count) {
        long deadline = System.nanoTime() + 20_000_000_000L;
        while (runtime.timers() != count && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
        assertThat(runtime.timers()).isEqualTo(count);
    }

    private static void drainUntilClosed(Socket socket) throws IOException {
        socket.setSoTimeout(20_000);
        byte[] bytes = new byte[4096];
        int count = 0;
        while (count >= 0) {
            count = socket.getInputStream().read(bytes);
        }
    }

    @Test
    void aPeerWhoseNetThreadStandsStillIsTakenForLost() {
        Pair pair = pair();
        CountDownLatch release = new CountDownLatch(1);
        pair.server().probe().onMessage((connection, message) -> awaitUninterruptibly(release));
        CompletionStage<byte[]> request = pair.near().request(text("x"), Duration.ofHours(9));
        pair.server().probe().awaitRequest();
        pair.near().send(text("stand still"));
        pair.server().probe().awaitMessage();
        long before = runtime.nanoTime();
        beatUntil(request);
        String why = pair.client().probe().awaitEnded().why();
        release.countDown();
        assertThat(why).contains("no sign of life").contains("10000 ms");
        assertThat(runtime.nanoTime() - before)
                .isGreaterThanOrEqualTo(Duration.ofSeconds(10).toNanos());
        assertThat(failure(request)).hasMessageContaining("no sign of life");
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void heartbeatsKeepAPeerThatSaysNothingElse() {
        Pair pair = pair();
        for (int beat = 0; beat < 30; beat++) {
            runtime.advance(INTERVAL);
            pair.near().send(text("still there?"));
            // When this has come, the beat before it has had its turn, or has it next.
            pair.server().probe().awaitMessage();
        }
        assertThat(pair.client().probe().pollEnded()).isNull();
        assertThat(pair.server().probe().pollEnded()).isNull();
    }

    @Test
    void anotherSecretIsRefusedOnBothSidesAndNotShown() throws IOException {
        End server = open("server");
        String secret = Files.readString(directory.resolve("secret")).strip();
        Path other = directory.resolve("other");
        String otherSecret = "ab".repeat(32);
        Files.createFile(other, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(other, otherSecret);
        RpcProbe probe = new RpcProbe();
        try (RpcNode client = service.open(settings(ClusterSecurity.loopback("c", other), 0), probe)) {
            Throwable failure = failure(client.connect(server.node().address()));
            assertThat(failure).hasMessageContaining("does not know the secret of this cluster");
            String there = server.probe().awaitRefused();
            assertThat(there).contains("does not know the secret of cluster 'c'");
            assertThat(failure.toString() + there).doesNotContain(secret).doesNotContain(otherSecret);
            assertThat(TestLog.text())
                    .contains("does not know the secret of cluster 'c'")
                    .doesNotContain(secret)
                    .doesNotContain(otherSecret);
        }
    }

    private RpcSettings settings(ClusterSecurity security, int port) {
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
        return new RpcSettings(address, identity("client"), security, MESSAGES, Configuration.EMPTY, runtime);
    }

    @Test
    void otherAddressesThanLoopbackNeedTlsOrInsecure() throws IOException {
        ClusterSecurity secure = security("c");
        InetSocketAddress all = new InetSocketAddress(0);
        RpcSettings everywhere = new RpcSettings(all, identity("x"), secure, MESSAGES, Configuration.EMPTY, runtime);
        assertThatThrownBy(() -> service.open(everywhere, new RpcProbe()))
                .isInstanceOf(InsecureAddressException.class)
                .hasMessageContaining("TLS")
                .hasMessageContaining("insecure=true");
        End client = open("client");
        InetAddress elsewhere = InetAddress.getByAddress(new byte[] {(byte) 192, 0, 2, 1});
        assertThat(failure(client.node().connect(new InetSocketAddress(elsewhere, 9))))
                .isInstanceOf(InsecureAddressException.class);
        assertThat(failure(client.node().connect(InetSocketAddress.createUnresolved("nowhere.invalid", 9))))
                .hasMessageContaining("nowhere.invalid");
    }

    @Test
    void anAddressInUseIsSaidAndLeavesNothing() {
        End first = open("first");
        assertThatThrownBy(() -> service.open(
                        settings(security("c"), first.node().address().getPort()), new RpcProbe()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("Cannot listen at")
                .hasMessageContaining(String.valueOf(first.node().address().getPort()));
    }

    @Test
    void optionsAreCheckedTogether() {
        assertThatThrownBy(() -> open(identity("x"), MESSAGES, new Configuration(Map.of("heartbeat.timeout", "1 s"))))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("heartbeat.interval");
        assertThatThrownBy(() -> service.defaults(new Configuration(Map.of("rpc.netty.send-buffer.limit", "100 kb"))))
                .isInstanceOf(InvalidOptionException.class)
                .hasMessageContaining("rpc.netty.send-buffer.size");
    }

    @Test
    void closingTheServiceClosesItsNodesAndLeavesNoThread() throws IOException {
        Pair pair = pair();
        service.close();
        assertThat(pair.client().probe().open() + pair.server().probe().open()).isZero();
        NetThreads.awaitNone("foggara-net-rpc", "globalEventExecutor");
        assertThatThrownBy(() -> service.open(settings(security("c"), 0), new RpcProbe()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("stopped");
    }
}
