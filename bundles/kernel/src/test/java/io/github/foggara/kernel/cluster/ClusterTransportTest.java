package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.kernel.fixture.ManualRuntime;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ClusterTransportTest {
    private static final Duration RETRY = Duration.ofSeconds(2);
    private static final Map<String, String> VALUES =
            Map.of("role", "taskmanager", "security.secret-file", "/s", "taskmanager.rpc.port", "7000");

    private final ManualRuntime runtime = new ManualRuntime();
    private final Recorded node = new Recorded();
    private final ContainerId container = ContainerId.random(runtime);
    private final RpcService plugin = new Plugin();
    private final ClusterTransport transport =
            new ClusterTransport(runtime, node, ClusterSettings.of(VALUES), container, "1.0");

    @AfterEach
    void close() {
        transport.close();
        runtime.close();
    }

    private void settle() throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        transport.owner().execute(done::countDown);
        done.await();
    }

    private static Map<String, String> with(String key, String value) {
        Map<String, String> all = new TreeMap<>(VALUES);
        all.put(key, value);
        return all;
    }

    @Test
    void itListensWithEachPluginAsTheSameContainer() throws Exception {
        assertThat(transport.health()).singleElement().asString().contains("taskmanager does not listen", "a bundle");
        transport.use(Optional.of(plugin));
        settle();
        assertThat(transport.health()).isEmpty();
        assertThat(transport.address()).isEqualTo("127.0.0.1:7000");
        transport.use(Optional.empty());
        settle();
        assertThat(transport.address()).isEmpty();
        assertThat(transport.health()).hasSize(1);
        transport.use(Optional.of(new Plugin()));
        settle();
        assertThat(node.settings)
                .hasSize(2)
                .allMatch(s -> s.identity().container().equals(container));
        assertThat(node.silenced).isEqualTo(1);
    }

    @Test
    void whatDoesNotSucceedIsTriedAgain() throws Exception {
        node.failure = "127.0.0.1:7000 is in use";
        transport.use(Optional.of(plugin));
        settle();
        assertThat(transport.health())
                .singleElement()
                .asString()
                .contains("127.0.0.1:7000 is in use; it is tried again");
        runtime.advance(RETRY);
        settle();
        assertThat(transport.health()).hasSize(1);
        node.failure = null;
        runtime.advance(RETRY);
        settle();
        assertThat(transport.health()).isEmpty();
        assertThat(node.settings).hasSize(3);
        assertThat(runtime.timers()).isZero();
    }

    @Test
    void whatIsChangedIsInForceAtOnceWhereThatIsPossible() throws Exception {
        transport.use(Optional.of(plugin));
        transport.configure(with("taskmanager.rpc.port", "7001"));
        settle();
        assertThat(transport.address()).isEqualTo("127.0.0.1:7001");
        transport.configure(with("taskmanager.numberOfTaskSlots", "3"));
        settle();
        assertThat(transport.health())
                .containsExactly(
                        "Changes of taskmanager.numberOfTaskSlots take effect when the container is started again");
        assertThat(transport.settings().configuration().get(ClusterOptions.SLOTS))
                .isEqualTo(1);
        assertThat(transport.address()).isEqualTo("127.0.0.1:7000");
        transport.configure(VALUES);
        settle();
        assertThat(transport.health()).isEmpty();
        assertThat(node.settings).as("nothing that it listens with has changed").hasSize(3);
    }

    @Test
    void whatIsRefusedLeavesTheFormerInForce() throws Exception {
        transport.use(Optional.of(plugin));
        transport.configure(with("taskmanager.rpc.port", "70000"));
        settle();
        assertThat(transport.health())
                .singleElement()
                .asString()
                .contains("its former values stay in force", "taskmanager.rpc.port", "70000");
        assertThat(transport.address()).isEqualTo("127.0.0.1:7000");
        transport.configure(with("taskmanager.bind-host", "0.0.0.0"));
        settle();
        assertThat(transport.health())
                .singleElement()
                .asString()
                .contains("set taskmanager.host to the address that they reach it at");
        assertThat(node.settings).hasSize(1);
    }

    @Test
    void whatDoesNotConcernItsSocketDoesNotTouchIt() throws Exception {
        transport.use(Optional.of(plugin));
        transport.configure(with("jobmanager.bind-host", "127.0.0.9"));
        transport.configure(with("no.such.option", "1"));
        settle();
        assertThat(node.settings).hasSize(1);
        transport.configure(with("heartbeat.timeout", "9 s"));
        settle();
        assertThat(node.settings).hasSize(2);
    }

    @Test
    void whatCannotBeListenedWithLeavesTheFormerAtWork() throws Exception {
        transport.use(Optional.of(plugin));
        settle();
        node.failure = "127.0.0.1:7001 is in use";
        node.failing = 7001;
        transport.configure(with("taskmanager.rpc.port", "7001"));
        settle();
        assertThat(transport.address()).isEqualTo("127.0.0.1:7000");
        assertThat(transport.health())
                .singleElement()
                .asString()
                .contains("does not listen with its new", "goes on with the former", "127.0.0.1:7001 is in use");
        assertThat(transport.settings().configuration().get(ClusterOptions.TASK_MANAGER_PORT))
                .isEqualTo(7000);
        Map<String, String> tls = with("security.tls.private-key", "/no/such/key");
        tls.put("security.tls.certificate-chain", "/no/such/key");
        tls.put("security.tls.trusted-certificates", "/no/such/key");
        transport.configure(tls);
        settle();
        assertThat(transport.health()).singleElement().asString().contains("/no/such/key cannot be read");
        assertThat(node.settings)
                .as("nothing was closed for a file that is not there")
                .hasSize(3);
        transport.configure(VALUES);
        settle();
        assertThat(transport.health()).isEmpty();
        assertThat(node.settings).hasSize(3);
    }

    /** The exchange of records keeps the identity that it was made with. */
    @Test
    void whatWasMadeOfTheSettingsKeepsThem() throws Exception {
        transport.use(Optional.of(plugin));
        transport.configure(with("cluster.id", "second"));
        settle();
        assertThat(transport.rely().clusterId()).isEqualTo("second");
        transport.configure(with("cluster.id", "third"));
        settle();
        assertThat(transport.settings().clusterId()).isEqualTo("second");
        assertThat(transport.health())
                .containsExactly("Changes of cluster.id take effect when the container is started again");
        assertThat(node.settings).hasSize(2);
    }

    /** Never opened: {@link Recorded} stands between. */
    private static final class Plugin implements RpcService {
        @Override
        public OptionSet options() {
            return new OptionSet("test", List.of());
        }

        @Override
        public RpcNode open(RpcSettings settings, RpcListener listener) {
            throw new UnsupportedOperationException();
        }
    }

    private static final class Recorded implements ClusterNode {
        private final List<RpcSettings> settings = new ArrayList<>();
        private String failure;
        /** At which port; 0 for any. */
        private int failing;

        private int silenced;

        @Override
        public InetSocketAddress listen(RpcService rpc, RpcSettings with) throws IOException {
            settings.add(with);
            if (failure != null && (failing == 0 || failing == with.bind().getPort())) {
                throw new IOException(failure);
            }
            return with.bind();
        }

        @Override
        public void silence() {
            silenced++;
        }

        @Override
        public void close() {}
    }
}
