package io.github.foggara.api.security;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.Objects;

/**
 * How a container proves that it belongs to its cluster. Holds where secrets are, never a secret, so it may be logged.
 *
 * <p>With {@code tls}, both sides show certificates. Without, both prove that they know the content of {@code secretFile}, and only
 * loopback addresses are used, unless {@code insecure} is set: then anybody on the way can read and change what is sent.
 *
 * @param clusterId the same in every container of the cluster, 1 to 128 characters
 * @param secretFile readable by the container's user only; made by a node that binds if it is absent. Used without {@code tls} only, and
 *     may be null with it
 * @param tls null for none
 * @param insecure lets addresses other than loopback be used without TLS; logged at every opening
 */
public record ClusterSecurity(String clusterId, Path secretFile, TlsFiles tls, boolean insecure) {
    private static final int MAX_ID = 128;

    public ClusterSecurity {
        Objects.requireNonNull(clusterId, "clusterId");
        if (clusterId.isBlank() || clusterId.length() > MAX_ID) {
            throw new IllegalArgumentException(
                    "A cluster id has 1 to " + MAX_ID + " characters, not " + clusterId.length());
        }
        if (secretFile == null && tls == null) {
            throw new IllegalArgumentException("Without TLS files a secret file is needed");
        }
    }

    /** For containers of one machine, which find each other by loopback addresses. */
    public static ClusterSecurity loopback(String clusterId, Path secretFile) {
        return new ClusterSecurity(clusterId, secretFile, null, false);
    }

    /** With certificates on both sides. */
    public static ClusterSecurity mutualTls(String clusterId, TlsFiles tls) {
        return new ClusterSecurity(clusterId, null, Objects.requireNonNull(tls, "tls"), false);
    }

    /** Whether the address is used although nothing protects what is sent: worth a warning. */
    public boolean exposes(InetSocketAddress address) {
        return tls == null && !isLoopback(address);
    }

    /**
     * Returns if the address may be used.
     *
     * @param purpose in words, e.g. {@code bind}
     * @throws InsecureAddressException saying what to configure
     */
    public void check(InetSocketAddress address, String purpose) throws InsecureAddressException {
        if (exposes(address) && !insecure) {
            throw new InsecureAddressException(
                    "Refused to " + purpose + " " + address.getHostString() + ":" + address.getPort()
                            + ": it is no loopback address and TLS is not configured. Configure a certificate chain, a private key and"
                            + " trusted certificates, or set insecure=true to send everything readable for anybody on the way");
        }
    }

    private static boolean isLoopback(InetSocketAddress address) {
        return address.getAddress() != null && address.getAddress().isLoopbackAddress();
    }
}
