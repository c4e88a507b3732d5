package io.github.foggara.launcher;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * The throw-away directories of runs that were killed. Each living run holds the lock of its own, so whoever gets the lock
 * may delete; the age spares one that is just being made.
 */
final class AbandonedRuns {
    static final String PREFIX = "foggara-run-";
    private static final Duration AGE = Duration.ofMinutes(1);

    private AbandonedRuns() {}

    /** Deletes those below {@code parent} that nobody holds; what cannot be read or locked stays. */
    static void delete(Path parent, Instant now) {
        for (Path directory : directories(parent)) {
            try {
                if (Files.getLastModifiedTime(directory).toInstant().isBefore(now.minus(AGE))) {
                    deleteIfFree(directory);
                }
            } catch (IOException e) {
                // gone already
            }
        }
    }

    private static List<Path> directories(Path parent) {
        List<Path> found = new ArrayList<>();
        try (DirectoryStream<Path> entries = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path entry : entries) {
                if (Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
                    found.add(entry);
                }
            }
        } catch (IOException e) {
            return List.of();
        }
        return found;
    }

    private static void deleteIfFree(Path directory) {
        try (DataLock lock = DataLock.acquire(directory)) {
            DirectoryTree.delete(directory);
        } catch (LauncherException e) {
            // alive, or another user's
        }
    }
}
