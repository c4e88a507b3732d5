package io.github.foggara.api.security;

import java.nio.file.Path;
import java.util.Objects;

/**
 * The PEM files of a container for mutual TLS 1.3. Every certificate that the trusted ones vouch for belongs to a member of the cluster,
 * so the authority signs for nothing else; host names are not compared. The files are read again when they change.
 *
 * @param certificateChain this container's certificate, followed by those between it and a trusted one
 * @param privateKey its key, unencrypted PKCS #8; readable by the container's user only
 * @param trustedCertificates those of the authorities that vouch for the other containers
 */
public record TlsFiles(Path certificateChain, Path privateKey, Path trustedCertificates) {
    public TlsFiles {
        Objects.requireNonNull(certificateChain, "certificateChain");
        Objects.requireNonNull(privateKey, "privateKey");
        Objects.requireNonNull(trustedCertificates, "trustedCertificates");
    }
}
