package io.github.foggara.testkit.security;

import io.github.foggara.api.security.TlsFiles;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Certificates made by {@code keytool}, as PEM files: of two members, of one that has expired, and of one that another authority vouches
 * for. Each trusts the cluster's authority.
 */
public final class TestCertificates {
    private static final String PASSWORD = "changeit";
    private static TestCertificates shared;

    private final Path directory;
    private final Path store;

    private TestCertificates(Path directory) {
        this.directory = directory;
        this.store = directory.resolve("store.p12");
    }

    /** Those of all tests of this JVM, made for the first that asks; nobody changes the files. */
    public static synchronized TestCertificates shared()
            throws IOException, InterruptedException, GeneralSecurityException {
        if (shared == null) {
            Path directory = Files.createTempDirectory("certificates");
            directory.toFile().deleteOnExit();
            shared = make(directory);
            try (Stream<Path> files = Files.list(directory)) {
                files.forEach(file -> file.toFile().deleteOnExit());
            }
        }
        return shared;
    }

    /**
     * Makes them; takes seconds.
     *
     * @param directory that exists
     * @throws IOException if keytool fails, with what it says
     */
    public static TestCertificates make(Path directory)
            throws IOException, InterruptedException, GeneralSecurityException {
        TestCertificates certificates = new TestCertificates(directory);
        certificates.generate("authority", "-ext", "bc:c", "-validity", "30");
        certificates.generate("stranger", "-ext", "bc:c", "-validity", "30");
        certificates.generate("member", "-signer", "authority", "-validity", "30");
        certificates.generate("other", "-signer", "authority", "-validity", "30");
        certificates.generate("expired", "-signer", "authority", "-startdate", "-3d", "-validity", "1");
        certificates.generate("foreign", "-signer", "stranger", "-validity", "30");
        for (String name : List.of("member", "other", "expired", "foreign")) {
            certificates.export(name);
        }
        return certificates;
    }

    private void generate(String alias, String... more) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-J-XX:TieredStopAtLevel=1",
                "-genkeypair",
                "-alias",
                alias,
                "-keyalg",
                "EC",
                "-groupname",
                "secp256r1",
                "-dname",
                "CN=" + alias,
                "-storetype",
                "PKCS12",
                "-keystore",
                store.toString(),
                "-storepass",
                PASSWORD));
        command.addAll(Arrays.asList(more));
        Path output = directory.resolve("keytool.txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new IOException("keytool: " + Files.readString(output));
        }
    }

    private void export(String alias) throws IOException, GeneralSecurityException {
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, PASSWORD.toCharArray());
        }
        write(alias + ".crt", "CERTIFICATE", keys.getCertificate(alias).getEncoded());
        write(
                alias + ".key",
                "PRIVATE KEY",
                keys.getKey(alias, PASSWORD.toCharArray()).getEncoded());
        write("trusted.crt", "CERTIFICATE", keys.getCertificate("authority").getEncoded());
    }

    private void write(String file, String type, byte[] content) throws IOException {
        String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content);
        Path path = directory.resolve(file);
        if (Files.notExists(path)) {
            Files.createFile(path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        }
        Files.writeString(path, "-----BEGIN " + type + "-----\n" + base64 + "\n-----END " + type + "-----\n");
    }

    /**
     * The files of one of them.
     *
     * @param name {@code member}, {@code other}, {@code expired} or {@code foreign}
     */
    public TlsFiles of(String name) {
        return new TlsFiles(
                directory.resolve(name + ".crt"), directory.resolve(name + ".key"), directory.resolve("trusted.crt"));
    }

    /**
     * Files of its own that hold what those of {@code name} do, to be changed.
     *
     * @param to directory that has none so far
     */
    public TlsFiles copy(String name, Path to) throws IOException {
        TlsFiles copy = new TlsFiles(to.resolve("own.crt"), to.resolve("own.key"), directory.resolve("trusted.crt"));
        Files.copy(of(name).certificateChain(), copy.certificateChain());
        Files.copy(of(name).privateKey(), copy.privateKey());
        return copy;
    }
}
