package io.github.foggara.api.rpc;

import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * Who a container says it is, in the handshake. Another container's is believed once the handshake has proved that it is of the cluster.
 *
 * @param role e.g. {@code taskmanager}; for messages and for whoever decides what the peer may ask
 * @param productVersion of Foggara; peers of another one are refused
 * @param protocolVersion of the messages; peers of another one are refused
 * @param properties small texts, e.g. the address of a shuffle server
 */
public record PeerIdentity(
        ContainerId container,
        String role,
        String productVersion,
        int protocolVersion,
        String clusterId,
        Map<String, String> properties) {
    /** All texts together in UTF-8, so that a handshake fits into one small frame. */
    public static final int MAX_TEXT_BYTES = 2048;

    public static final int MAX_PROPERTIES = 64;

    public PeerIdentity {
        Objects.requireNonNull(container, "container");
        properties = Map.copyOf(properties);
        int bytes = bytes(role) + bytes(productVersion) + bytes(clusterId);
        for (Map.Entry<String, String> property : properties.entrySet()) {
            bytes += bytes(property.getKey()) + bytes(property.getValue());
        }
        if (bytes > MAX_TEXT_BYTES || properties.size() > MAX_PROPERTIES) {
            throw new IllegalArgumentException("The texts of an identity have at most " + MAX_TEXT_BYTES + " bytes in "
                    + MAX_PROPERTIES + " properties, not " + bytes + " in " + properties.size());
        }
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Why a container with this identity does not talk to that one, in words for both sides; empty if it does. */
    public Optional<String> refusalOf(PeerIdentity other) {
        if (other.protocolVersion != protocolVersion) {
            String order = other.protocolVersion < protocolVersion ? "an older" : "a newer";
            return Optional.of(mine() + "speaks protocol " + protocolVersion + ", " + theirs(other) + order + " one, "
                    + other.protocolVersion + "; run the same version of Foggara in all containers");
        }
        if (!other.clusterId.equals(clusterId)) {
            return Optional.of(mine() + "is of cluster '" + clusterId + "', " + theirs(other) + "of cluster '"
                    + other.clusterId + "'");
        }
        if (!other.productVersion.equals(productVersion)) {
            return Optional.of(mine() + "runs Foggara " + productVersion + ", " + theirs(other) + other.productVersion
                    + "; run the same version in all containers");
        }
        return Optional.empty();
    }

    private String mine() {
        return "the " + role + " " + container + " ";
    }

    private static String theirs(PeerIdentity other) {
        return "the " + other.role + " " + other.container + " ";
    }

    /** Short, for messages. */
    @Override
    public String toString() {
        return role + " " + container;
    }
}
