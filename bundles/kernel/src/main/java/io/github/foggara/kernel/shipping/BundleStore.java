package io.github.foggara.kernel.shipping;

import io.github.foggara.kernel.ha.DurableFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.DigestOutputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;

/**
 * Files that are named by their content: {@code bundles/SHA-256.jar}. A file is written beside, forced, renamed, and the directory forced, so
 * one that is there is whole; what a disk has done to it since is found by {@link #verify}. Any thread that may block.
 */
final class BundleStore {
    private static final String END = ".jar";
    private static final String DRAFT = ".tmp";
    private static final Pattern OURS = Pattern.compile("[0-9a-f]{64}\\.jar|put-[0-9]+\\.tmp");
    private static final int BUFFER = 1 << 16;

    private final Path directory;
    private final AtomicLong drafts = new AtomicLong();

    /** What a file holds, written once. */
    interface Content {
        void write(OutputStream out) throws IOException;
    }

    /**
     * A file of the store.
     *
     * @param hash SHA-256 in hexadecimal digits
     * @param size in bytes
     */
    record Stored(String hash, long size) {}

    /** A file has another content than its name says. */
    static final class DamagedBundleException extends IOException {
        private static final long serialVersionUID = 1L;

        DamagedBundleException(String message) {
            super(message);
        }
    }

    BundleStore(Path directory) {
        this.directory = directory;
    }

    /**
     * @param most bytes that it may have
     * @throws IOException if it cannot be written or is larger; then nothing of it is left
     */
    Stored put(Content content, long most) throws IOException {
        Files.createDirectories(directory);
        Path draft = directory.resolve("put-" + drafts.getAndIncrement() + DRAFT);
        try {
            Stored stored = write(draft, content, most);
            Files.move(draft, file(stored.hash()), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            DurableFiles.forceDirectory(directory);
            return stored;
        } catch (IOException | RuntimeException | Error e) {
            Files.deleteIfExists(draft);
            throw e;
        }
    }

    private static Stored write(Path draft, Content content, long most) throws IOException {
        MessageDigest digest = sha256();
        try (FileChannel channel = FileChannel.open(
                draft, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            OutputStream out = new BufferedOutputStream(
                    new DigestOutputStream(new LimitedOutput(Channels.newOutputStream(channel), most), digest), BUFFER);
            content.write(out);
            out.flush();
            channel.force(true);
            return new Stored(HexFormat.of().formatHex(digest.digest()), channel.size());
        }
    }

    /**
     * A part of a file.
     *
     * @param hash SHA-256 in hexadecimal digits
     * @param offset from 0 to the size of the file
     * @param most bytes
     * @throws NoSuchFileException if there is no such file
     */
    byte[] read(String hash, long offset, int most) throws IOException {
        Path file = file(hash);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long left = channel.size() - offset;
            if (left < 0) {
                throw new IOException("The file " + file + " has " + channel.size() + " bytes, none at " + offset);
            }
            ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(left, most));
            while (bytes.hasRemaining()) {
                if (channel.read(bytes, offset + bytes.position()) < 0) {
                    throw new IOException("The file " + file + " has become shorter while it was read");
                }
            }
            return bytes.array();
        }
    }

    /**
     * Reads all of a file and compares it with its name.
     *
     * @param hash SHA-256 in hexadecimal digits
     * @throws NoSuchFileException if there is no such file
     * @throws DamagedBundleException if the file has another content; it is removed
     */
    void verify(String hash) throws IOException {
        Path file = file(hash);
        MessageDigest digest = sha256();
        try (InputStream in = Files.newInputStream(file)) {
            byte[] chunk = new byte[BUFFER];
            for (int n = in.read(chunk); n >= 0; n = in.read(chunk)) {
                digest.update(chunk, 0, n);
            }
        }
        String found = HexFormat.of().formatHex(digest.digest());
        if (!found.equals(hash)) {
            Files.deleteIfExists(file);
            throw new DamagedBundleException("The file " + file + " is damaged, its content is " + found);
        }
    }

    void delete(String hash) throws IOException {
        Files.deleteIfExists(file(hash));
    }

    /** Removes what an earlier container has left, and drafts; files of other names are somebody else's. Not while something is put. */
    void sweep() throws IOException {
        if (!Files.isDirectory(directory)) {
            return;
        }
        try (DirectoryStream<Path> files = Files.newDirectoryStream(
                directory, file -> OURS.matcher(file.getFileName().toString()).matches())) {
            for (Path file : files) {
                Files.deleteIfExists(file);
            }
        }
    }

    private Path file(String hash) {
        return directory.resolve(hash + END);
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
