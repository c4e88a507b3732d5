package io.github.foggara.rpc.netty.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.rpc.netty.LeakCheck;
import io.github.foggara.testkit.runtime.ManualRuntime;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** An error of the user of a transport, not only an exception, ends the connection it was about, and is told to whoever waits for it. */
@ExtendWith(LeakCheck.class)
class UserErrorTest {
    @TempDir
    private Path directory;

    private SecureTransport open(String role, TransportUser user) throws Exception {
        InetSocketAddress any = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
        PeerIdentity identity = new PeerIdentity(new ContainerId(1, role.hashCode()), role, "1.0", 3, "c", Map.of());
        return SecureTransport.open(
                new TransportSettings(
                        "error",
                        any,
                        identity,
                        ClusterSecurity.loopback("c", directory.resolve("secret")),
                        new ManualRuntime(),
                        100,
                        1,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(10)),
                user);
    }

    private static final class Failing implements TransportUser {
        private final CompletableFuture<String> told = new CompletableFuture<>();

        @Override
        public void established(SecureChannel channel) {
            throw new LinkageError("planted");
        }

        @Override
        public void refused(InetSocketAddress remote, String why) {
            told.complete(why);
        }
    }

    @Test
    void onTheSideThatAccepts() throws Exception {
        Failing user = new Failing();
        try (SecureTransport server = open("server", user);
                SecureTransport client = open("client", channel -> {})) {
            client.connect(server.address()).toCompletableFuture().get(20, TimeUnit.SECONDS);
            assertThat(user.told.get(20, TimeUnit.SECONDS)).contains("planted");
        }
    }

    @Test
    void onTheSideThatConnects() throws Exception {
        try (SecureTransport server = open("server", channel -> {});
                SecureTransport client = open("client", new Failing())) {
            assertThatThrownBy(() -> client.connect(server.address())
                            .toCompletableFuture()
                            .get(20, TimeUnit.SECONDS))
                    .isInstanceOf(ExecutionException.class)
                    .hasMessageContaining("planted");
        }
    }
}
