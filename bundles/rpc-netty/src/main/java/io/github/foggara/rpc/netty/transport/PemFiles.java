package io.github.foggara.rpc.netty.transport;

import io.github.foggara.api.security.TlsFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What the TLS files hold, checked to fit together: files that are just being replaced do not. No message and no cause of an exception
 * holds anything of a key.
 */
record PemFiles(List<X509Certificate> chain, PrivateKey key, List<X509Certificate> trusted) {
    private static final long MAX_BYTES = 1 << 20;
    private static final Pattern KEY = Pattern.compile(
            "-----BEGIN PRIVATE KEY-----([A-Za-z0-9+/=\\s]*)-----END PRIVATE KEY-----", Pattern.MULTILINE);
    private static final Map<String, String> SIGNATURES =
            Map.of("RSA", "SHA256withRSA", "EC", "SHA256withECDSA", "EdDSA", "EdDSA");

    /**
     * @throws IOException naming the file and what is wrong with it
     */
    static PemFiles read(TlsFiles files) throws IOException {
        List<X509Certificate> chain = certificates(files.certificateChain());
        PublicKey leaf = chain.get(0).getPublicKey();
        checkPrivate(files.privateKey());
        PrivateKey key = key(files.privateKey(), leaf.getAlgorithm());
        if (!fits(key, leaf)) {
            throw new IOException("The private key " + files.privateKey() + " is not that of the first certificate in "
                    + files.certificateChain());
        }
        return new PemFiles(chain, key, certificates(files.trustedCertificates()));
    }

    private static List<X509Certificate> certificates(Path file) throws IOException {
        try (InputStream in = new ByteArrayInputStream(bytes(file))) {
            List<X509Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
                            .map(X509Certificate.class::cast)
                            .toList();
            if (certificates.isEmpty()) {
                throw new IOException("There is no certificate in " + file);
            }
            return certificates;
        } catch (CertificateException e) {
            // Its message could show a key that stands there by mistake.
            throw new IOException("The certificates in " + file
                    + " cannot be read: it has to hold X.509 certificates in PEM form and nothing else");
        }
    }

    private static void checkPrivate(Path file) throws IOException {
        try {
            PrivateFiles.check(file, "private key", "Have a new certificate made if others can log in here");
        } catch (FileSystemException e) {
            throw new IOException(
                    "The file " + file + " cannot be read: " + e.getClass().getSimpleName());
        } catch (UnsupportedOperationException e) {
            throw new IOException("The private key " + file
                    + " is on a file system without owners and permissions, where it cannot be kept from others");
        }
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException {
        Matcher pem = KEY.matcher(new String(bytes(file), StandardCharsets.ISO_8859_1));
        if (!pem.find()) {
            throw new IOException(
                    "There is no unencrypted PKCS #8 key in " + file + "; openssl pkcs8 -topk8 -nocrypt makes one");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(pem.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            // Its message could show a part of the key.
            throw new IOException(
                    "The key in " + file + " cannot be read, or is no " + algorithm + " key as its certificate says");
        }
    }

    private static boolean fits(PrivateKey key, PublicKey certified) throws IOException {
        String algorithm = SIGNATURES.getOrDefault(certified.getAlgorithm(), "");
        try {
            byte[] sample = "sample".getBytes(StandardCharsets.US_ASCII);
            Signature signature = Signature.getInstance(algorithm);
            signature.initSign(key);
            signature.update(sample);
            byte[] signed = signature.sign();
            signature.initVerify(certified);
            signature.update(sample);
            return signature.verify(signed);
        } catch (GeneralSecurityException e) {
            throw new IOException(
                    "Keys of the kind " + certified.getAlgorithm() + " are not supported; RSA, EC and EdDSA are");
        }
    }

    private static byte[] bytes(Path file) throws IOException {
        try {
            if (Files.size(file) > MAX_BYTES) {
                throw new IOException("The file " + file + " is larger than " + MAX_BYTES + " bytes");
            }
            return Files.readAllBytes(file);
        } catch (FileSystemException e) {
            throw new IOException(
                    "The file " + file + " cannot be read: " + e.getClass().getSimpleName());
        }
    }

    @Override
    public String toString() {
        return "certificate of " + chain.get(0).getSubjectX500Principal();
    }
}
