package io.github.foggara.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterSecurityTest {
    private static final Path SECRET = Path.of("secret");
    private static final TlsFiles TLS = new TlsFiles(Path.of("a.crt"), Path.of("a.key"), Path.of("ca.crt"));

    private static InetSocketAddress at(int... address) throws UnknownHostException {
        byte[] bytes = new byte[address.length];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) address[i];
        }
        return new InetSocketAddress(InetAddress.getByAddress(bytes), 7);
    }

    @Test
    void loopbackNeedsNoTls() throws UnknownHostException {
        ClusterSecurity security = ClusterSecurity.loopback("c", SECRET);
        InetSocketAddress six = at(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1);
        for (InetSocketAddress address : List.of(at(127, 0, 0, 1), at(127, 9, 9, 9), six)) {
            assertThatCode(() -> security.check(address, "bind")).doesNotThrowAnyException();
            assertThat(security.exposes(address)).isFalse();
        }
    }

    @Test
    void anyOtherAddressDoesAndTheMessageSaysWhatToDo() throws UnknownHostException {
        ClusterSecurity security = ClusterSecurity.loopback("c", SECRET);
        InetSocketAddress unresolved = InetSocketAddress.createUnresolved("localhost", 7);
        for (InetSocketAddress address : List.of(at(0, 0, 0, 0), at(192, 168, 0, 1), at(10, 0, 0, 1), unresolved)) {
            assertThat(security.exposes(address)).isTrue();
            assertThatThrownBy(() -> security.check(address, "connect to"))
                    .isInstanceOf(InsecureAddressException.class)
                    .hasMessageContaining("Refused to connect to " + address.getHostString() + ":7")
                    .hasMessageContaining("insecure=true");
        }
    }

    @Test
    void insecureLetsItPassAndTlsProtectsIt() throws UnknownHostException {
        InetSocketAddress outside = at(192, 168, 0, 1);
        ClusterSecurity insecure = new ClusterSecurity("c", SECRET, null, true);
        assertThatCode(() -> insecure.check(outside, "bind")).doesNotThrowAnyException();
        assertThat(insecure.exposes(outside)).isTrue();
        ClusterSecurity tls = ClusterSecurity.mutualTls("c", TLS);
        assertThatCode(() -> tls.check(outside, "bind")).doesNotThrowAnyException();
        assertThat(tls.exposes(outside)).isFalse();
    }

    @Test
    void somethingHasToProveMembership() {
        assertThatThrownBy(() -> new ClusterSecurity("c", null, null, true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterSecurity.loopback(" ", SECRET)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> ClusterSecurity.loopback("c".repeat(129), SECRET))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
