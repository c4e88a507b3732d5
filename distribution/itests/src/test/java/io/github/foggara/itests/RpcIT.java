package io.github.foggara.itests;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.MessageCodec;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcConnection;
import io.github.foggara.api.rpc.RpcListener;
import io.github.foggara.api.rpc.RpcMessage;
import io.github.foggara.api.rpc.RpcMessages;
import io.github.foggara.api.rpc.RpcNode;
import io.github.foggara.api.rpc.RpcReply;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.itests.container.Eventually;
import io.github.foggara.itests.container.Inside;
import io.github.foggara.itests.container.LeakProbe;
import io.github.foggara.itests.container.PaxExamExtension;
import io.github.foggara.itests.container.PlainRuntime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import javax.inject.Inject;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.osgi.framework.Bundle;
import org.osgi.framework.BundleContext;
import org.osgi.framework.ServiceReference;
import org.osgi.framework.wiring.FrameworkWiring;

/** Nodes open inside a container, with Netty's bundles, and nothing of them stays when the plugin is replaced. */
@ExtendWith(PaxExamExtension.class)
public class RpcIT {
    private static final String RPC = "io.github.foggara.rpc.netty";
    private static final int ECHO = 1;

    @Inject
    BundleContext context;

    @Test
    public void nodesTalkAndNothingStaysWhenThePluginIsReplaced() throws Exception {
        Inside inside = new Inside(context);
        Bundle bundle = inside.bundle(RPC);
        assertThat(netThreads()).as("before a node is opened").isEmpty();
        LeakProbe probe = LeakProbe.before(context);
        probe.watch(bundle);
        try (PlainRuntime runtime = new PlainRuntime()) {
            assertThat(echo(inside, runtime)).isEqualTo("over the net");
            open(inside, runtime);
            assertThat(netThreads()).isNotEmpty();

            bundle.stop();

            assertThat(netThreads()).isEmpty();
            bundle.update();
            bundle.start();
            refresh(bundle);
            assertThat(echo(inside, runtime)).isEqualTo("over the net");
        }
        probe.assertLoadersAreCollected();
        probe.assertNoSocketIsLeft();
    }

    /** As FileInstall does after an update: whoever imports from the bundle is wired anew, and lets go of the old one. */
    private void refresh(Bundle bundle) throws InterruptedException {
        CountDownLatch refreshed = new CountDownLatch(1);
        context.getBundle(0)
                .adapt(FrameworkWiring.class)
                .refreshBundles(List.of(bundle), event -> refreshed.countDown());
        assertThat(refreshed.await(30, TimeUnit.SECONDS)).isTrue();
    }

    private static List<String> netThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("foggara-net") || name.startsWith("globalEventExecutor"))
                .toList();
    }

    /** What comes back from one node to another; both are closed. */
    private String echo(Inside inside, PlainRuntime runtime) throws Exception {
        try (RpcNode client = open(inside, runtime);
                RpcNode server = open(inside, runtime)) {
            RpcConnection connection =
                    client.connect(server.address()).toCompletableFuture().get(30, TimeUnit.SECONDS);
            byte[] answer = connection
                    .request(
                            new RpcMessage(ECHO, "over the net".getBytes(StandardCharsets.UTF_8)),
                            Duration.ofSeconds(30))
                    .toCompletableFuture()
                    .get(30, TimeUnit.SECONDS);
            return new String(answer, StandardCharsets.UTF_8);
        }
    }

    private RpcNode open(Inside inside, PlainRuntime runtime) throws Exception {
        ServiceReference<?> reference = Eventually.get(
                "the RPC service", () -> context.getServiceReference(RpcService.class), found -> found != null);
        assertThat(reference.getProperty("foggara.plugin")).isEqualTo("netty");
        RpcService service = (RpcService) context.getService(reference);
        return service.open(
                new RpcSettings(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        new PeerIdentity(ContainerId.random(runtime), "itest", "1", 1, "itest", Map.of()),
                        ClusterSecurity.loopback("itest", inside.file("cluster-secret")),
                        RpcMessages.of(new Echo()),
                        Configuration.EMPTY,
                        runtime),
                new Answering());
    }

    private record Echo() implements MessageCodec<byte[]> {
        @Override
        public int id() {
            return ECHO;
        }

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public int maxBytes() {
            return 100;
        }

        @Override
        public byte[] encode(byte[] value) {
            return value;
        }

        @Override
        public byte[] decode(byte[] body) {
            return body;
        }
    }

    private static final class Answering implements RpcListener {
        @Override
        public void connected(RpcConnection connection) {}

        @Override
        public void message(RpcConnection connection, RpcMessage message) {}

        @Override
        public void request(RpcConnection connection, RpcMessage message, RpcReply reply) {
            reply.reply(message.body());
        }

        @Override
        public void disconnected(RpcConnection connection, String why) {}
    }
}
