package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.foggara.api.security.ClusterSecurity;
import io.github.foggara.api.shuffle.GateCursor;
import io.github.foggara.api.shuffle.InputGate;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.testkit.security.TestCertificates;
import io.github.foggara.testkit.security.TlsProbe;
import io.github.foggara.testkit.shuffle.Bell;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Records between containers with certificates, and what both ends say of others. */
@ExtendWith(LeakCheck.class)
@Timeout(60)
class OverTlsTest {
    private static final Map<String, String> IMPATIENT = Map.of("shuffle.netty.reconnect-limit", "100 ms");
    private static TestCertificates certificates;

    private final PrintStream standardError = System.err;
    private final ByteArrayOutputStream log = new ByteArrayOutputStream();

    @TempDir
    private Path directory;

    @BeforeAll
    static void certificates() throws Exception {
        certificates = TestCertificates.shared();
    }

    /** Where SLF4J writes. */
    @BeforeEach
    void keepLog() {
        System.setErr(new PrintStream(log, true, StandardCharsets.UTF_8));
    }

    @AfterEach
    void letGoOfLog() {
        System.setErr(standardError);
    }

    private String logged() {
        return log.toString(StandardCharsets.UTF_8);
    }

    private static ClusterSecurity tls(String name) {
        return ClusterSecurity.mutualTls("c", certificates.of(name));
    }

    private ClusterSecurity plain() {
        return ClusterSecurity.loopback("c", directory.resolve("secret"));
    }

    private static InetSocketAddress address(Pair pair) {
        return Location.decode(pair.producers.location()).address();
    }

    @Test
    void recordsCross() {
        try (Pair pair = new Pair(Map.of(), tls("member"), tls("other"))) {
            Traffic traffic = Traffic.ofNumbers(pair);
            for (int i = 0; i < 2; i++) {
                traffic.produce(i, 2, 1_000);
                traffic.consume(i, 2);
            }
            traffic.finish(4_000);
        }
    }

    /** The reader fails with what it says, and the producers' side logs what it says. */
    private void assertRefused(
            ClusterSecurity producers, ClusterSecurity consumers, String atConsumer, String atProducer) {
        log.reset();
        try (Pair pair = new Pair(IMPATIENT, producers, consumers)) {
            pair.partition(0, 1, new Bell()).append(0, 7L, 16);
            Bell bell = new Bell(new LiveRuntime().newParker());
            InputGate gate = pair.gate(0, 0, 1, bell);
            assertThat(catchThrowableOfType(PartitionFailedException.class, () -> readAll(gate, bell)))
                    .hasMessageContaining("can not be reached")
                    .hasMessageContaining(atConsumer);
            assertThat(pair.producers.startedNetwork().consumers().connections())
                    .isZero();
        }
        // All has been said when both are closed.
        assertThat(logged()).contains("No connection (shuffle)").contains(atProducer);
    }

    private static void readAll(InputGate gate, Bell bell) {
        GateCursor cursor = new GateCursor();
        while (true) {
            bell.await(() -> gate.poll(cursor));
            assertThat(cursor.hasRecord()).as("a record is read").isFalse();
        }
    }

    @Test
    void oneEndWithoutTlsIsToldSo() {
        assertRefused(tls("member"), plain(), "the peer closed the connection", "does not speak TLS");
        assertRefused(plain(), tls("member"), "does not speak TLS", "the peer speaks TLS");
    }

    @Test
    void anExpiredCertificateIsRefusedAtBothEnds() {
        assertRefused(tls("member"), tls("expired"), "our certificate has expired", "has expired");
        assertRefused(tls("expired"), tls("member"), "has expired", "our certificate has expired");
    }

    @Test
    void aCertificateOfAnotherAuthorityIsRefusedAtBothEnds() {
        assertRefused(
                tls("member"),
                tls("foreign"),
                "that an authority it trusts vouches for",
                "that a trusted authority vouches for");
        assertRefused(
                tls("foreign"),
                tls("member"),
                "no trusted authority vouches",
                "or no authority that it trusts vouches for it");
    }

    @Test
    void whoShowsNoCertificateIsRefused() throws Exception {
        try (Pair pair = new Pair(Map.of(), tls("member"), tls("member"))) {
            TlsProbe probe = TlsProbe.withoutCertificate(certificates.of("other"));
            assertThatThrownBy(() -> probe.connect(address(pair), "TLSv1.3")).isInstanceOf(IOException.class);
        }
        assertThat(logged()).contains("the peer showed no certificate that a trusted authority vouches for");
    }

    @Test
    void onlyTls13IsSpoken() throws Exception {
        TlsProbe probe = TlsProbe.of(certificates.of("other"));
        try (Pair pair = new Pair(Map.of(), tls("member"), tls("member"))) {
            assertThatThrownBy(() -> probe.connect(address(pair), "TLSv1.2")).hasMessageContaining("protocol_version");
            assertThat(probe.connect(address(pair), "TLSv1.3", "TLSv1.2")).isEqualTo("TLSv1.3");
        }
        assertThat(logged()).contains("TLSv1.2");
    }
}
