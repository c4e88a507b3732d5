package io.github.foggara.shuffle.netty;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class AdvertisedHostTest {
    private static InetAddress address(String literal) throws IOException {
        return InetAddress.getByName(literal);
    }

    private static List<InetAddress> addresses(String... literals) throws IOException {
        List<InetAddress> all = new ArrayList<>();
        for (String literal : literals) {
            all.add(address(literal));
        }
        return all;
    }

    @Test
    void whereTheContainerIsReachedIsTold() throws IOException {
        assertThat(AdvertisedHost.of(address("192.0.2.7"), "", "tm-3.example")).isEqualTo("tm-3.example");
        assertThat(AdvertisedHost.of(address("0.0.0.0"), "", "192.0.2.7")).isEqualTo("192.0.2.7");
        for (String everywhere : List.of("0.0.0.0", "0", "::", "[::]", "::0", "0:0:0:0:0:0:0:0")) {
            assertThat(AdvertisedHost.of(address("127.0.0.1"), "", everywhere))
                    .as(everywhere)
                    .isEqualTo("127.0.0.1");
        }
        for (String one : List.of("::1", "fe80::1%eth0", "0.example", "10.0.0.0")) {
            assertThat(AdvertisedHost.of(address("127.0.0.1"), "", one)).isEqualTo(one);
        }
    }

    @Test
    void whatIsConfiguredCountsMore() throws IOException {
        assertThat(AdvertisedHost.of(address("0.0.0.0"), "tm-3.example", "tm-4.example"))
                .isEqualTo("tm-3.example");
        assertThat(AdvertisedHost.of(address("192.0.2.7"), "tm-3.example", "192.0.2.7"))
                .isEqualTo("tm-3.example");
    }

    @Test
    void everywhereIsNoPlaceToConnectWith() throws IOException {
        InetAddress everywhere = address("0.0.0.0");
        assertThat(AdvertisedHost.onlyOne(everywhere, addresses("127.0.0.1", "::1", "192.0.2.7", "fe80::1")))
                .isEqualTo("192.0.2.7");
        for (List<InetAddress> unclear :
                List.of(addresses("127.0.0.1"), addresses("127.0.0.1", "192.0.2.7", "198.51.100.3"))) {
            assertThatThrownBy(() -> AdvertisedHost.onlyOne(everywhere, unclear))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("shuffle.netty.advertised-host");
        }
    }
}
