package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The working directories beside an output: those of this run, and those that runs left whose process was killed. Coord thread
 * only; one at a time in a process, because of how {@link DirectoryLock} works.
 */
final class Leftovers {
    private static final Logger LOG = LoggerFactory.getLogger(Leftovers.class);
    /** A directory without a lock file is as dead as one that nobody locks when nothing in it has changed for so long. */
    private static final Duration DEAD_AFTER = Duration.ofDays(1);

    private final OutputPlace place;
    private final Disk disk;

    Leftovers(OutputPlace place, Disk disk) {
        this.place = place;
        this.disk = disk;
    }

    /** Removes the directories of this run, whoever made them. */
    void removeOwn() throws IOException {
        synchronized (Leftovers.class) {
            removeOwnWorking();
            remove(place.sealed());
        }
    }

    /** Another process may be sweeping it: it is removed by one of them, never by both. */
    private void removeOwnWorking() throws IOException {
        Path working = place.working();
        if (!exists(working.resolve(DirectoryLock.FILE)) || DirectoryLock.heldHere(working)) {
            remove(working);
            return;
        }
        Optional<DirectoryLock> lock = DirectoryLock.await(working);
        try {
            remove(working);
        } finally {
            if (lock.isPresent()) {
                lock.get().close();
            }
        }
    }

    /**
     * Removes the directories that dead runs left beside the same output. Sealed ones are not touched: what is in them may have
     * been decided. Errors are logged only: another process may be doing the same.
     */
    void sweep() {
        Path parent = place.target().getParent();
        if (!Files.isDirectory(parent)) {
            return;
        }
        Pattern ofRuns = Pattern.compile(
                Pattern.quote("." + place.target().getFileName() + ".foggara-") + "[0-9a-f]{32}(-commit)?");
        synchronized (Leftovers.class) {
            try {
                for (String name : disk.list(parent)) {
                    Path directory = parent.resolve(name);
                    Matcher run = ofRuns.matcher(name);
                    if (run.matches() && run.group(1) == null && !directory.equals(place.working())) {
                        trySweep(directory);
                    } else if (run.matches() && run.group(1) != null && !directory.equals(place.sealed())) {
                        LOG.warn(
                                "'{}' is the complete output of another run, which is about to be published or was"
                                        + " killed then. If no job is to publish it any more, delete it",
                                directory);
                    }
                }
            } catch (IOException e) {
                LOG.info("Whether killed jobs left anything in '{}' is not known", parent, e);
            }
        }
    }

    private void trySweep(Path directory) {
        try {
            sweep(directory);
        } catch (IOException e) {
            LOG.info("'{}', which another job left, was not removed", directory, e);
        }
    }

    private void sweep(Path directory) throws IOException {
        if (!Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS) || DirectoryLock.heldHere(directory)) {
            return;
        }
        if (CheckpointedParts.marked(directory)) {
            LOG.warn(
                    "'{}' is of another run that publishes by checkpoints: it is running, or may go on from its last one. If no"
                            + " job is to go on from it any more, delete it",
                    directory);
            return;
        }
        if (!exists(directory.resolve(DirectoryLock.FILE))) {
            if (changed(directory).isBefore(Instant.now().minus(DEAD_AFTER))) {
                removeDead(directory);
            }
            return;
        }
        Optional<DirectoryLock> lock = DirectoryLock.take(directory);
        if (lock.isPresent()) {
            try (DirectoryLock mine = lock.get()) {
                removeDead(directory);
            }
        }
    }

    private void removeDead(Path directory) throws IOException {
        for (String name : disk.list(directory)) {
            if (!PartName.isAttempt(name) && !DirectoryLock.isLockFile(name)) {
                LOG.warn("'{}', which a killed job left, is kept: '{}' in it was not made by a job", directory, name);
                return;
            }
        }
        remove(directory);
        LOG.info("Removed '{}', which a killed job left", directory);
    }

    private Instant changed(Path directory) throws IOException {
        Instant newest = changedAt(directory);
        for (String name : disk.list(directory)) {
            Instant at = changedAt(directory.resolve(name));
            newest = at.isAfter(newest) ? at : newest;
        }
        return newest;
    }

    private static Instant changedAt(Path path) throws IOException {
        return Files.getLastModifiedTime(path, LinkOption.NOFOLLOW_LINKS).toInstant();
    }

    /** The lock file goes last: with it, a directory that is removed in part only is known as dead at once. */
    private void remove(Path directory) throws IOException {
        if (!exists(directory)) {
            return;
        }
        for (String name : disk.list(directory)) {
            if (!DirectoryLock.isLockFile(name)) {
                disk.delete(directory.resolve(name));
            }
        }
        for (String name : List.of(DirectoryLock.NEW_FILE, DirectoryLock.FILE)) {
            disk.delete(directory.resolve(name));
        }
        disk.delete(directory);
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
