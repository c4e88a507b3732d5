package io.github.foggara.kernel.remote.message;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.rpc.RpcSettings;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.security.TlsFiles;
import io.github.foggara.api.shuffle.ClusterAccess;
import io.github.foggara.api.shuffle.ShuffleContext;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.fixture.Secret;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What holds a secret, or says where it is, gets into logs, messages of failures and the status of a container by its text. */
class SecretsInTextsTest {
    @TempDir
    Path directory;

    @Test
    void aDeploymentDoesNotShowTheTokenOfItsJob() {
        Order.Deploy order = SampleMessages.orders().values().stream()
                .filter(Order.Deploy.class::isInstance)
                .map(Order.Deploy.class::cast)
                .findAny()
                .orElseThrow();
        TaskDeployment deployment = order.deployment();
        Secret token = new Secret(deployment.token().bytes());
        List.of(
                        deployment.token(),
                        deployment,
                        order,
                        new Numbered<>(1, 0, order),
                        ClusterMessages.encode(order),
                        ClusterMessages.encode(order).numbered(1, 0))
                .forEach(token::assertNotIn);
    }

    @Test
    void whatTellsWhereSecretsAreDoesNotShowThem() throws IOException {
        Secret secret = new Secret("a secret of the cluster: 32 bytes".getBytes(US_ASCII));
        Path file = Files.writeString(
                directory.resolve("file"),
                HexFormat.of().formatHex(secret.bytes()) + new String(secret.bytes(), US_ASCII));
        PeerIdentity identity = new PeerIdentity(new ContainerId(1, 2), "taskmanager", "1.0", 1, "c", Map.of());
        InetSocketAddress address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
        Configuration configuration = new Configuration(
                Map.of("security.secret-file", file.toString(), "security.tls.private-key", file.toString()));
        try (ManualRuntime runtime = new ManualRuntime()) {
            for (ClusterSecurity security : List.of(
                    ClusterSecurity.loopback("c", file),
                    ClusterSecurity.mutualTls("c", new TlsFiles(file, file, file)))) {
                ClusterAccess access = new ClusterAccess(address, "localhost", identity, security);
                List.of(
                                security,
                                access,
                                configuration,
                                new RpcSettings(
                                        address, identity, security, ClusterMessages.all(), configuration, runtime),
                                new ShuffleContext(
                                        configuration,
                                        runtime,
                                        Optional.of(access),
                                        job -> Optional.of(secret.bytes())))
                        .forEach(secret::assertNotIn);
            }
        }
    }

    /** Otherwise the others show nothing whatever they hold. */
    @Test
    void aTextThatShowsASecretIsFound() {
        Secret secret = new Secret(new byte[] {1, 2, 30, (byte) 200});
        List.of("it is 01021EC8", "it is [1, 2, 30, -56]", "it is AQIeyA==", "01 02 1e c8")
                .forEach(text ->
                        assertThatExceptionOfType(AssertionError.class).isThrownBy(() -> secret.assertNotIn(text)));
    }
}
