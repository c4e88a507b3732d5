package io.github.foggara.testkit.security;

import io.github.foggara.api.security.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.stream.Collectors;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.TrustManagerFactory;

/** A client that speaks TLS as Java does, with versions of its choice, and shows a certificate or none. Any thread; blocks. */
public final class TlsProbe {
    private static final int MILLIS = 30_000;
    private static final char[] PASSWORD = "changeit".toCharArray();
    private static final byte[] NO_FRAME = {-1, -1, -1, -1};

    private final SSLContext context;

    private TlsProbe(SSLContext context) {
        this.context = context;
    }

    /** With a certificate of {@link TestCertificates}. */
    public static TlsProbe of(TlsFiles files) throws IOException, GeneralSecurityException {
        return of(files, keys(files));
    }

    /** Without a certificate; trusts as the files say. */
    public static TlsProbe withoutCertificate(TlsFiles files) throws IOException, GeneralSecurityException {
        return of(files, null);
    }

    private static TlsProbe of(TlsFiles files, KeyManager[] keys) throws IOException, GeneralSecurityException {
        KeyStore trusted = emptyStore();
        trusted.setCertificateEntry("trusted", certificate(files.trustedCertificates()));
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(keys, trust.getTrustManagers(), null);
        return new TlsProbe(context);
    }

    private static KeyManager[] keys(TlsFiles files) throws IOException, GeneralSecurityException {
        KeyStore own = emptyStore();
        own.setKeyEntry(
                "own", key(files.privateKey()), PASSWORD, new Certificate[] {certificate(files.certificateChain())});
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(own, PASSWORD);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws IOException, GeneralSecurityException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Certificate certificate(Path file) throws IOException, GeneralSecurityException {
        try (InputStream in = Files.newInputStream(file)) {
            return CertificateFactory.getInstance("X.509").generateCertificate(in);
        }
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        String base64 = Files.readAllLines(file).stream()
                .filter(line -> !line.startsWith("-----"))
                .collect(Collectors.joining());
        return KeyFactory.getInstance("EC")
                .generatePrivate(new PKCS8EncodedKeySpec(Base64.getDecoder().decode(base64)));
    }

    /**
     * Shakes hands, and waits for a byte of the server: in TLS 1.3 it looks at a client's certificate when the client believes that all is done.
     *
     * @param versions that are offered, e.g. {@code TLSv1.2}
     * @return the version that was agreed on
     * @throws IOException if the server refuses
     */
    public String connect(InetSocketAddress server, String... versions) throws IOException {
        try (SSLSocket socket =
                (SSLSocket) context.getSocketFactory().createSocket(server.getAddress(), server.getPort())) {
            socket.setSoTimeout(MILLIS);
            socket.setEnabledProtocols(versions);
            socket.startHandshake();
            // Whoever has taken the certificate says that this is no frame.
            socket.getOutputStream().write(NO_FRAME);
            if (socket.getInputStream().read() < 0) {
                throw new IOException("The server has closed the connection without a word");
            }
            return socket.getSession().getProtocol();
        }
    }
}
