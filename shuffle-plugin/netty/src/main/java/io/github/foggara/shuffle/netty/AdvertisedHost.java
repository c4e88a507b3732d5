package io.github.foggara.shuffle.netty;

import io.github.foggara.api.shuffle.ClusterAccess;
import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.util.List;

/** What others are told to connect with. */
final class AdvertisedHost {
    private AdvertisedHost() {}

    /**
     * @param bound where it listens, maybe everywhere
     * @param configured what the option says, or empty
     * @param ofContainer where the container is reached; of one that listens everywhere the same may be told
     * @throws IOException if nobody can tell, saying what to do
     */
    static String of(InetAddress bound, String configured, String ofContainer) throws IOException {
        if (!configured.isEmpty()) {
            return configured;
        }
        if (!ClusterAccess.everywhere(ofContainer)) {
            return ofContainer;
        }
        return bound.isAnyLocalAddress() ? onlyOne(bound, addresses()) : bound.getHostAddress();
    }

    private static List<InetAddress> addresses() throws IOException {
        return NetworkInterface.networkInterfaces()
                .flatMap(NetworkInterface::inetAddresses)
                .toList();
    }

    static String onlyOne(InetAddress bound, List<InetAddress> ofThisHost) throws IOException {
        List<String> reachable = ofThisHost.stream()
                .filter(address -> !address.isLoopbackAddress() && !address.isLinkLocalAddress())
                .map(InetAddress::getHostAddress)
                .toList();
        if (reachable.size() != 1) {
            throw new IOException(
                    "it listens at " + bound.getHostAddress() + ", which others can not connect with, and this"
                            + " host has the addresses " + reachable + ": bind to one of them, or set "
                            + NettyShuffleOptions.ADVERTISED_HOST.key());
        }
        return reachable.get(0);
    }
}
