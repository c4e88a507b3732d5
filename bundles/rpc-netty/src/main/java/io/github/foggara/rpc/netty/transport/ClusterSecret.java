package io.github.foggara.rpc.netty.transport;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What containers of one machine share: 32 random bytes in a file, as 64 hexadecimal digits. Proved by HMAC-SHA256, never sent and never
 * printed.
 */
final class ClusterSecret implements Proof {
    private static final String ALGORITHM = "HmacSHA256";
    private static final int BYTES = 32;
    private static final Set<PosixFilePermission> OWNER_ONLY = PosixFilePermissions.fromString("rw-------");

    private final Path file;
    private final SecretKeySpec key;

    private ClusterSecret(Path file, byte[] secret) {
        this.file = file;
        this.key = new SecretKeySpec(secret, ALGORITHM);
    }

    /**
     * Reads the file, or makes it.
     *
     * @param create whether an absent file is made
     * @throws IOException saying what is wrong with the file, and nothing of what is in it
     */
    static ClusterSecret of(Path file, boolean create) throws IOException {
        try {
            if (create && Files.notExists(file)) {
                create(file);
            }
            PrivateFiles.check(file, "secret file", "Make a new secret if others can log in here: delete the file");
            return new ClusterSecret(file, read(file));
        } catch (NoSuchFileException e) {
            throw new IOException("There is no secret file " + file
                    + "; a container that accepts connections makes it, in a directory that exists");
        } catch (UnsupportedOperationException e) {
            throw new IOException("The secret file " + file
                    + " is on a file system without owners and permissions, where it cannot be kept from others");
        }
    }

    /** Appears at once with all its content: others may be starting too, and the first one wins. */
    private static void create(Path file) throws IOException {
        Path directory = file.toAbsolutePath().getParent();
        Path draft = Files.createTempFile(
                directory, file.getFileName() + ".", ".new", PosixFilePermissions.asFileAttribute(OWNER_ONLY));
        try {
            byte[] secret = new byte[BYTES];
            new SecureRandom().nextBytes(secret);
            Files.writeString(draft, HexFormat.of().formatHex(secret) + "\n");
            Files.createLink(file, draft);
        } catch (FileAlreadyExistsException e) {
            // Another container was faster; its secret is read.
            return;
        } finally {
            Files.delete(draft);
        }
    }

    private static byte[] read(Path file) throws IOException {
        if (Files.size(file) > 4096) {
            throw malformed(file);
        }
        String text = Files.readString(file, StandardCharsets.ISO_8859_1).strip();
        if (text.length() != 2 * BYTES || !text.chars().allMatch(HexFormat::isHexDigit)) {
            throw malformed(file);
        }
        return HexFormat.of().parseHex(text);
    }

    private static IOException malformed(Path file) {
        return new IOException("The secret file " + file + " does not hold " + 2 * BYTES
                + " hexadecimal digits. Copy it again, or delete it in all containers");
    }

    @Override
    public byte[] of(Side side, byte[]... said) {
        try {
            Mac mac = Mac.getInstance(ALGORITHM);
            mac.init(key);
            mac.update(("foggara " + side + "\n").getBytes(StandardCharsets.US_ASCII));
            for (byte[] part : said) {
                mac.update(ByteBuffer.allocate(4).putInt(part.length).array());
                mac.update(part);
            }
            return mac.doFinal();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("Every Java has " + ALGORITHM, e);
        }
    }

    @Override
    public boolean accepts(byte[] proof, Side side, byte[]... said) {
        return MessageDigest.isEqual(proof, of(side, said));
    }

    @Override
    public String toString() {
        return "the secret in " + file;
    }
}
