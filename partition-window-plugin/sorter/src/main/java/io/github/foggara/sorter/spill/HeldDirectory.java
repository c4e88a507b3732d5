package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A directory that this process uses, with a lock on the file {@code .lock} in it: as long as somebody holds that, a live process works
 * there. The lock ends with the process, however that ends.
 *
 * <p>The file gets its name when it is locked, so none is ever seen that is new and free.
 *
 * <p>On POSIX a process loses its lock on a file as soon as it closes any channel of that file. So the lock files that this process holds
 * are never opened a second time: their directories are known to the whole process. System properties hold them, because a process may run
 * this class more than once, in bundles of different versions.
 */
final class HeldDirectory implements SpillDisk.Held {
    static final String PREFIX = "foggara-spill-";
    static final String LOCK = ".lock";
    /** Name of the lock file until it is locked. */
    static final String NEW_LOCK = ".lock-new";

    private static final Logger LOG = LoggerFactory.getLogger(HeldDirectory.class);
    private static final String HELD = "foggara.held-spill-directory:";

    private final Path directory;
    private final String key;
    private final FileChannel channel;

    private HeldDirectory(Path directory, String key, FileChannel channel) {
        this.directory = directory;
        this.key = key;
        this.channel = channel;
    }

    static HeldDirectory make(Path root) throws IOException {
        Files.createDirectories(root);
        String name = PREFIX + UUID.randomUUID().toString().replace("-", "");
        Path directory = Files.createDirectory(root.resolve(name));
        try {
            return hold(directory);
        } catch (IOException | RuntimeException e) {
            dropEmpty(directory, e);
            throw e;
        }
    }

    private static HeldDirectory hold(Path directory) throws IOException {
        String key = key(directory);
        Path file = directory.resolve(NEW_LOCK);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        System.setProperty(key, "");
        HeldDirectory made = new HeldDirectory(directory, key, channel);
        boolean done = false;
        try {
            if (locked(channel, directory)) {
                Files.move(file, directory.resolve(LOCK), StandardCopyOption.ATOMIC_MOVE);
            }
            done = true;
            return made;
        } finally {
            if (!done) {
                made.close();
            }
        }
    }

    /** Nothing was put into it, or that is gone already. */
    private static void dropEmpty(Path directory, Exception why) {
        try {
            Files.deleteIfExists(directory);
        } catch (IOException e) {
            why.addSuppressed(e);
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

    /** Whether this process works in the directory. Ask when its lock file has been seen: that it has only after. */
    static boolean heldHere(Path directory) throws IOException {
        return System.getProperty(key(directory)) != null;
    }

    private static String key(Path directory) throws IOException {
        return HELD + directory.getParent().toRealPath().resolve(directory.getFileName());
    }

    @Override
    public Path directory() {
        return directory;
    }

    /** The lock is held until the directory is gone, so that nobody else removes it at the same time. */
    @Override
    public void close() throws IOException {
        try (channel) {
            remove(directory);
        } finally {
            System.clearProperty(key);
        }
    }

    /** The lock file goes last: with it, a directory that is removed in part only is known as dead at once. */
    static void remove(Path directory) throws IOException {
        for (String name : list(directory)) {
            if (!name.equals(LOCK) && !name.equals(NEW_LOCK)) {
                Files.deleteIfExists(directory.resolve(name));
            }
        }
        Files.deleteIfExists(directory.resolve(NEW_LOCK));
        Files.deleteIfExists(directory.resolve(LOCK));
        Files.deleteIfExists(directory);
    }

    /** Names in the directory; empty if there is no such directory. */
    static List<String> list(Path directory) throws IOException {
        List<String> names = new ArrayList<>();
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
            return names;
        }
        try (DirectoryStream<Path> paths = Files.newDirectoryStream(directory)) {
            paths.forEach(path -> names.add(path.getFileName().toString()));
        } catch (NoSuchFileException | NotDirectoryException e) {
            return List.of();
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return names;
    }
}
