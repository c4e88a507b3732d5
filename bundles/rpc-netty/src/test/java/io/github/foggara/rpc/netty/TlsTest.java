package io.github.foggara.rpc.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.HandshakeRefusedException;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.security.TlsFiles;
import io.github.foggara.testkit.rpc.RpcScenario;
import io.github.foggara.testkit.security.TestCertificates;
import io.github.foggara.testkit.security.TlsProbe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Which certificates are accepted, what is said of others, and what happens when the files change. */
@ExtendWith(LeakCheck.class)
class TlsTest extends RpcScenario {
    private static TestCertificates certificates;

    @TempDir
    private Path directory;

    /** Of the node that is opened next. */
    private ClusterSecurity next;

    @BeforeAll
    static void certificates() throws Exception {
        certificates = TestCertificates.shared();
    }

    @Override
    protected RpcService service() {
        return new NettyRpcService();
    }

    @Override
    protected ClusterSecurity security(String clusterId) {
        return next;
    }

    @Override
    protected Configuration smallLimits() {
        return new Configuration(NettyRpcServiceTest.SMALL);
    }

    private End open(String role, TlsFiles files) {
        next = ClusterSecurity.mutualTls("c", files);
        return open(role);
    }

    private End openPlain(String role) {
        next = ClusterSecurity.loopback("c", directory.resolve("secret"));
        return open(role);
    }

    private void assertRefused(End client, End server, String atClient, String atServer) {
        Throwable failure = failure(client.node().connect(server.node().address()));
        assertThat(failure).hasMessageContaining(atClient);
        assertThat(server.probe().awaitRefused()).contains(atServer);
        assertThat(client.probe().open() + server.probe().open()).isZero();
    }

    @Test
    void membersOfOneAuthorityTalk() {
        Pair pair = connect(open("client", certificates.of("member")), open("server", certificates.of("other")));
        pair.near().send(text("hello"));
        assertThat(text(pair.server().probe().awaitMessage())).isEqualTo("hello");
    }

    @Test
    void keysAreUsedOnThreadsOfTheirOwn() {
        Pair pair = connect(open("client", certificates.of("member")), open("server", certificates.of("other")));
        assertThat(NetThreads.named("foggara-net-rpc-tls-")).isNotEmpty();
        pair.client().node().close();
        pair.server().node().close();
        NetThreads.awaitNone("foggara-net-rpc-tls-");
    }

    @Test
    void aKeyThatOthersMayReadIsRefused() throws IOException {
        TlsFiles files = certificates.copy("member", directory);
        Files.setPosixFilePermissions(files.privateKey(), PosixFilePermissions.fromString("rw-r-----"));
        assertOpenFails(files, "chmod 600", "PRIVATE");
        Files.setPosixFilePermissions(files.privateKey(), PosixFilePermissions.fromString("rw-------"));
        connect(open("client", certificates.of("other")), open("server", files));
    }

    @Test
    void anExpiredCertificateIsRefusedAndBothSidesSaySo() {
        End member = open("member", certificates.of("member"));
        End expired = open("expired", certificates.of("expired"));
        assertRefused(member, expired, "has expired", "our certificate has expired");
        assertRefused(expired, member, "our certificate has expired", "has expired");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedAndBothSidesSaySo() {
        End member = open("member", certificates.of("member"));
        End foreign = open("foreign", certificates.of("foreign"));
        assertRefused(member, foreign, "no trusted authority vouches", "or no authority that it trusts vouches for it");
        assertRefused(
                foreign, member, "that an authority it trusts vouches for", "that a trusted authority vouches for");
        assertThat(failure(member.node().connect(foreign.node().address())))
                .isInstanceOf(HandshakeRefusedException.class);
    }

    @Test
    void oneSideWithoutTlsIsToldSo() {
        End plain = openPlain("plain");
        End tls = open("tls", certificates.of("member"));
        assertRefused(plain, tls, "the peer closed the connection", "does not speak TLS");
        assertRefused(tls, plain, "does not speak TLS", "the peer speaks TLS");
    }

    @Test
    void onlyTls13IsSpoken() throws Exception {
        End server = open("server", certificates.of("member"));
        TlsProbe probe = TlsProbe.of(certificates.of("other"));
        assertThat(probe.connect(server.node().address(), "TLSv1.3", "TLSv1.2")).isEqualTo("TLSv1.3");
        server.probe().awaitRefused();
        assertThatThrownBy(() -> probe.connect(server.node().address(), "TLSv1.2"))
                .hasMessageContaining("protocol_version");
        assertThat(server.probe().awaitRefused()).contains("TLSv1.2");
    }

    @Test
    void whoShowsNoCertificateIsRefused() throws Exception {
        End server = open("server", certificates.of("member"));
        TlsProbe probe = TlsProbe.withoutCertificate(certificates.of("other"));
        assertThatThrownBy(() -> probe.connect(server.node().address(), "TLSv1.3"))
                .isInstanceOf(IOException.class);
        assertThat(server.probe().awaitRefused()).contains("showed no certificate");
    }

    @Test
    void changedFilesAreUsedForNewConnectionsAndBadOnesAreNot() throws IOException {
        TlsFiles files = certificates.copy("member", directory);
        End server = open("server", files);
        End client = open("client", certificates.of("other"));
        Pair old = connect(client, server);

        String key = Files.readString(files.privateKey());
        Files.writeString(files.privateKey(), key.substring(0, key.length() / 2));
        look();
        connect(client, server);
        Files.copy(certificates.of("expired").privateKey(), files.privateKey(), StandardCopyOption.REPLACE_EXISTING);
        look();
        connect(client, server);
        Files.delete(files.certificateChain());
        look();
        connect(client, server);
        Files.copy(certificates.of("expired").certificateChain(), files.certificateChain());
        look();
        assertRefused(client, server, "has expired");
        Files.copy(certificates.of("other").privateKey(), files.privateKey(), StandardCopyOption.REPLACE_EXISTING);
        Files.copy(
                certificates.of("other").certificateChain(),
                files.certificateChain(),
                StandardCopyOption.REPLACE_EXISTING);
        look();
        connect(client, server);
        assertThat(TestLog.text())
                .contains(
                        "TLS files have changed and cannot be used, the former ones stay in force: There is no unencrypted")
                .contains("is not that of the first certificate")
                .contains("own.crt cannot be read")
                .doesNotContain(key.lines().skip(1).findFirst().orElseThrow());
        old.near().send(text("all the time"));
        assertThat(text(server.probe().awaitMessage())).isEqualTo("all the time");
    }

    private void assertRefused(End client, End server, String atClient) {
        assertThat(failure(client.node().connect(server.node().address()))).hasMessageContaining(atClient);
    }

    /** Lets both nodes look at their files. */
    private void look() {
        runtime.advance(Duration.ofSeconds(5));
        assertThat(runtime.runBlocking()).isEqualTo(2);
    }

    @Test
    void badFilesAreNamedAndNothingOfAKeyIsShown() throws IOException {
        TlsFiles files = certificates.copy("member", directory);
        String key = Files.readString(files.privateKey());
        String body = key.lines().skip(1).findFirst().orElseThrow();

        Files.writeString(files.privateKey(), key.replace("-----END", "!----END"));
        assertOpenFails(files, "own.key", body);
        Files.writeString(files.privateKey(), key.replace(body, body.substring(1) + "M"));
        assertOpenFails(files, "own.key", body.substring(1));
        Files.copy(certificates.of("other").privateKey(), files.privateKey(), StandardCopyOption.REPLACE_EXISTING);
        assertOpenFails(files, "is not that of the first certificate", body);
        Files.delete(files.privateKey());
        assertOpenFails(files, "NoSuchFileException", body);
        Files.writeString(files.privateKey(), key);
        String chain = Files.readString(files.certificateChain());
        Files.writeString(files.certificateChain(), "nothing");
        assertOpenFails(files, "own.crt", body);
        // A key that was pasted there and lost its lines: Java's own message would show all of it.
        String line = key.lines().filter(part -> !part.contains("END")).collect(Collectors.joining());
        Files.writeString(files.certificateChain(), line + "\n" + chain);
        assertOpenFails(files, "own.crt", body);
        assertThat(runtime.timers()).isZero();
    }

    private void assertOpenFails(TlsFiles files, String words, String secret) {
        next = ClusterSecurity.mutualTls("c", files);
        assertThatThrownBy(() -> open(identity("x"), MESSAGES, smallLimits()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining(words)
                .hasMessageNotContaining(secret)
                .hasNoCause();
        assertThat(next.toString()).doesNotContain(secret);
    }
}
