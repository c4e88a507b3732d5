package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What attempts of earlier lives of a run finished, taken over by the next life. Coord thread only.
 *
 * <p>Whoever sweeps holds the lock of what is swept. So the old lock is taken before anything is looked at, and let go when the new one
 * is in its place; where a former life in this process still holds it, nobody else sweeps, and that life cannot let go meanwhile.
 */
final class KeptParts {
    private static final Logger LOG = LoggerFactory.getLogger(KeptParts.class);

    private final OutputPlace place;
    private final Disk disk;
    private final Collection<Committable> parts;

    KeptParts(OutputPlace place, Disk disk, Collection<Committable> parts) {
        this.place = place;
        this.disk = disk;
        this.parts = parts;
    }

    /**
     * Takes the working directory over if these parts are in it.
     *
     * @return the lock; empty if some of the parts are not there, then nothing was changed
     */
    Optional<DirectoryLock> take() throws IOException {
        synchronized (Leftovers.class) {
            boolean sealed = exists(place.sealed());
            if (sealed == exists(place.working())) {
                LOG.info("Nothing is kept of '{}': there is {}", place.working(), sealed ? "a second one" : "none");
                return Optional.empty();
            }
            Path directory = sealed ? place.sealed() : place.working();
            if (DirectoryLock.heldHere(place.working())) {
                return takeLocked(directory);
            }
            Optional<DirectoryLock> former = DirectoryLock.await(directory);
            try {
                return takeLocked(directory);
            } finally {
                if (former.isPresent()) {
                    former.get().close();
                }
            }
        }
    }

    private Optional<DirectoryLock> takeLocked(Path directory) throws IOException {
        for (Committable part : parts) {
            Optional<String> problem = problem(directory.resolve(part.file()), part.bytes());
            if (problem.isPresent()) {
                LOG.warn("What earlier lives wrote is not used: {}", problem.get());
                return Optional.empty();
            }
        }
        if (directory.equals(place.sealed())) {
            disk.rename(directory, place.working());
        }
        disk.delete(place.working().resolve(DirectoryLock.NEW_FILE));
        return Optional.of(DirectoryLock.hold(place.working(), disk));
    }

    /** Removes everything else from the working directory, which is locked. */
    void removeOthers() throws IOException {
        Set<String> kept = parts.stream().map(Committable::file).collect(Collectors.toSet());
        for (String name : disk.list(place.working())) {
            if (!kept.contains(name) && !DirectoryLock.isLockFile(name) && !name.equals(CheckpointedParts.MARKER)) {
                disk.delete(place.working().resolve(name));
            }
        }
    }

    /** Why the file is not a finished part of that size. */
    static Optional<String> problem(Path file, long bytes) throws IOException {
        if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
            return Optional.of("the finished part '" + file + "' is missing");
        }
        long size = Files.size(file);
        return size == bytes
                ? Optional.empty()
                : Optional.of("the finished part '" + file + "' has " + size + " bytes instead of " + bytes);
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
