package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The directories in one place that processes left which were killed. One sweep at a time in a process, because of how locks work. */
final class DeadDirectories {
    private static final Logger LOG = LoggerFactory.getLogger(DeadDirectories.class);
    private static final Pattern NAME = Pattern.compile(HeldDirectory.PREFIX + "[0-9a-f]{32}");
    /** A directory without a lock file is as dead as one that nobody locks when nothing in it has changed for so long. */
    private static final Duration DEAD_AFTER = Duration.ofDays(1);

    private final Path root;

    DeadDirectories(Path root) {
        this.root = root;
    }

    /** Errors are logged only: another process may be doing the same. */
    void sweep() {
        if (!Files.isDirectory(root)) {
            return;
        }
        synchronized (DeadDirectories.class) {
            try (var paths = Files.newDirectoryStream(root, HeldDirectory.PREFIX + "*")) {
                for (Path directory : paths) {
                    if (NAME.matcher(directory.getFileName().toString()).matches()) {
                        trySweep(directory);
                    }
                }
            } catch (IOException | RuntimeException e) {
                LOG.info("Whether killed processes left anything in '{}' is not known", root, e);
            }
        }
    }

    private static void trySweep(Path directory) {
        try {
            if (Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS)) {
                sweep(directory);
            }
        } catch (IOException e) {
            LOG.info("'{}', which a killed process left, was not removed: {}", directory, DiskProblem.reason(e));
        }
    }

    private static void sweep(Path directory) throws IOException {
        Path lock = directory.resolve(HeldDirectory.LOCK);
        boolean locked = Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS);
        if (HeldDirectory.heldHere(directory)) {
            return;
        }
        if (locked) {
            removeIfFree(directory, lock);
        } else if (!Files.exists(lock, LinkOption.NOFOLLOW_LINKS) && isOld(directory)) {
            remove(directory);
        }
    }

    private static void removeIfFree(Path directory, Path lock) throws IOException {
        try (FileChannel channel = FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            FileLock free = channel.tryLock();
            if (free != null) {
                remove(directory);
            }
        } catch (OverlappingFileLockException | NoSuchFileException e) {
            LOG.debug("'{}' is somebody else's", directory, e);
        }
    }

    private static void remove(Path directory) throws IOException {
        HeldDirectory.remove(directory);
        LOG.info("Removed '{}', which a killed process left", directory);
    }

    private static boolean isOld(Path directory) throws IOException {
        Instant young = Instant.now().minus(DEAD_AFTER);
        List<String> names = HeldDirectory.list(directory);
        for (String name : names) {
            if (changedAt(directory.resolve(name)).isAfter(young)) {
                return false;
            }
        }
        return changedAt(directory).isBefore(young);
    }

    private static Instant changedAt(Path path) throws IOException {
        return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
    }
}
