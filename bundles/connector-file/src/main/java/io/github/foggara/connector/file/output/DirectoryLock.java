package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lock on the file {@code .lock} in a working directory: as long as somebody holds it, a live process works there. It ends
 * with the process, however that ends. Whoever removes a working directory that has such a file holds its lock meanwhile.
 * Coord thread only.
 *
 * <p>The file gets its name when it is locked, so none is ever seen that is new and free.
 *
 * <p>On POSIX a process loses its lock on a file as soon as it closes any channel of that file. So the lock files that this
 * process holds are never opened a second time: their directories are known to the whole process. System properties hold them,
 * because a process may run this class more than once, in bundles of different versions.
 */
final class DirectoryLock implements AutoCloseable {
    static final String FILE = ".lock";
    /** Name of the file until it is locked. */
    static final String NEW_FILE = ".lock-new";

    private static final Logger LOG = LoggerFactory.getLogger(DirectoryLock.class);
    private static final String HELD = "foggara.held-directory:";

    private final FileChannel channel;
    private final String key;
    private final String token;

    private DirectoryLock(FileChannel channel, String key, String token) {
        this.channel = channel;
        this.key = key;
        this.token = token;
    }

    static boolean isLockFile(String name) {
        return name.equals(FILE) || name.equals(NEW_FILE);
    }

    /**
     * Locks a directory that this process has just made, or whose former lock file nobody else can lock before it is replaced. Where the file system has no locks, the directory gets no file and
     * counts as alive as long as it is young.
     */
    static DirectoryLock hold(Path directory, Disk disk) throws IOException {
        String key = key(directory);
        String token = UUID.randomUUID().toString();
        Path file = directory.resolve(NEW_FILE);
        FileChannel channel = disk.createLockFile(file);
        DirectoryLock held = new DirectoryLock(channel, key, token);
        String former = System.setProperty(key, token);
        try {
            if (locked(channel, directory)) {
                disk.rename(file, directory.resolve(FILE));
            }
            return held;
        } catch (IOException | RuntimeException e) {
            held.close();
            if (former != null) {
                System.setProperty(key, former);
            }
            throw e;
        }
    }

    private static boolean locked(FileChannel channel, Path directory) {
        try {
            return channel.tryLock() != null;
        } catch (IOException e) {
            LOG.warn("'{}' cannot be locked, so other processes know it as in use for a day only", directory, e);
            return false;
        }
    }

    /** Whether this process works in the directory. */
    static boolean heldHere(Path directory) throws IOException {
        return System.getProperty(key(directory)) != null;
    }

    /**
     * The lock of a directory that has a lock file and is not {@linkplain #heldHere held here}; empty if another process has
     * it, or if the directory went or was made anew meanwhile.
     */
    static Optional<DirectoryLock> take(Path directory) throws IOException {
        Path file = directory.resolve(FILE);
        Object before = identity(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        DirectoryLock taken = new DirectoryLock(channel, null, null);
        try {
            FileLock lock = channel.tryLock();
            if (lock != null && Objects.equals(before, identity(file))) {
                return Optional.of(taken);
            }
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            LOG.debug("'{}' is somebody else's", directory, e);
        } catch (IOException e) {
            taken.close();
            throw e;
        }
        taken.close();
        return Optional.empty();
    }

    /** Waits for it. Empty if there is no lock file any more; an interrupt ends the wait with an exception. */
    static Optional<DirectoryLock> await(Path directory) throws IOException {
        FileChannel channel;
        try {
            channel = FileChannel.open(directory.resolve(FILE), StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        } catch (NoSuchFileException e) {
            return Optional.empty();
        }
        DirectoryLock taken = new DirectoryLock(channel, null, null);
        try {
            channel.lock();
            return Optional.of(taken);
        } catch (IOException | RuntimeException e) {
            taken.close();
            throw e;
        }
    }

    /** Of a plain file: opening a pipe would wait for whoever reads it. */
    private static Object identity(Path file) throws IOException {
        BasicFileAttributes attributes =
                Files.readAttributes(file, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        if (!attributes.isRegularFile()) {
            throw new IOException("'" + file + "' is not a file");
        }
        return attributes.fileKey();
    }

    private static String key(Path directory) throws IOException {
        return HELD + directory.getParent().toRealPath().resolve(directory.getFileName());
    }

    /** Whether nobody in this process has made the directory anew since. */
    boolean newest() {
        return token != null && token.equals(System.getProperty(key));
    }

    @Override
    public void close() throws IOException {
        try {
            channel.close();
        } finally {
            if (key != null) {
                System.getProperties().remove(key, token);
            }
        }
    }
}
