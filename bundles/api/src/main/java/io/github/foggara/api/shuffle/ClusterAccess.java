package io.github.foggara.api.shuffle;

import io.github.foggara.api.rpc.PeerIdentity;
import io.github.foggara.api.security.ClusterSecurity;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.Objects;

/**
 * How a shuffle environment reaches those of other containers, and proves that it belongs to them.
 *
 * @param bind where it listens; port 0 for any that is free
 * @param host where others reach it: a name or an address, not empty; a plugin may have an option of its own for that
 * @param identity of this container; of the same cluster as {@code security}
 */
public record ClusterAccess(InetSocketAddress bind, String host, PeerIdentity identity, ClusterSecurity security) {
    public ClusterAccess {
        Objects.requireNonNull(bind, "bind");
        Objects.requireNonNull(security, "security");
        if (host.isBlank()) {
            throw new IllegalArgumentException("A container is reached at no address: its host is empty");
        }
        if (!identity.clusterId().equals(security.clusterId())) {
            throw new IllegalArgumentException("The identity is of cluster '" + identity.clusterId()
                    + "', the security of cluster '" + security.clusterId() + "'");
        }
    }

    /** Whether that is an address to listen at, but none to go to, however it is written. Asks nobody for a name. */
    public static boolean everywhere(String host) {
        if (host.matches("0+(\\.0+){0,3}")) {
            return true;
        }
        String plain = host.replaceAll("[\\[\\]]|%.*", "");
        if (!plain.contains(":") || !plain.matches("[0-9A-Fa-f:.]+")) {
            return false;
        }
        try {
            return InetAddress.getByName("[" + plain + "]").isAnyLocalAddress();
        } catch (UnknownHostException noAddress) {
            return false;
        }
    }
}
