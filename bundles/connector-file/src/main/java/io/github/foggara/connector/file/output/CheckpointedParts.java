package io.github.foggara.connector.file.output;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parts that checkpoints publish, each by a rename of its own into the target. Coord thread only. The published name follows from the
 * committable alone, so a part is published once, however often that is asked for.
 *
 * <p>That a run publishes in this way says the file {@code .checkpointed} in its working directory: it stands there before anything is
 * visible. With it the target may hold files, and nobody sweeps the directory.
 */
final class CheckpointedParts {
    static final String MARKER = ".checkpointed";

    private static final Logger LOG = LoggerFactory.getLogger(CheckpointedParts.class);

    private final OutputPlace place;
    private final Disk disk;
    private final String extension;

    CheckpointedParts(OutputPlace place, Disk disk, String extension) {
        this.place = place;
        this.disk = disk;
        this.extension = extension;
    }

    static boolean marked(Path directory) {
        return exists(directory.resolve(MARKER));
    }

    /** Whether this run publishes by checkpoints, as far as its directories tell. */
    boolean marked() {
        return marked(place.working()) || marked(place.sealed());
    }

    /**
     * Whether parts like these are published one by one: not all of the output in one directory, as without checkpoints. Also told by their
     * being published while a working directory is there: its removal was cut off.
     */
    boolean oneByOne(Map<String, Committable> parts) throws IOException {
        return parts.isEmpty()
                || marked()
                || parts.keySet().stream()
                        .anyMatch(name -> PartName.checkpoint(name).isPresent())
                || unpublished(parts).isEmpty();
    }

    /** What {@link #publish} does, if something of it may be left to do. */
    void publishRest(Path from, Map<String, Committable> parts) throws IOException {
        if (marked(from) || !exists(place.target()) || !unpublished(parts).isEmpty()) {
            publish(from, parts);
        }
    }

    void mark(Path directory) throws IOException {
        if (!marked(directory)) {
            disk.createFile(directory.resolve(MARKER));
            disk.forceDirectory(directory);
        }
    }

    /**
     * Those that are not published.
     *
     * @throws IOException if something else stands under the name of one of them
     */
    Map<String, Committable> unpublished(Map<String, Committable> parts) throws IOException {
        Map<String, Committable> open = new TreeMap<>();
        for (Map.Entry<String, Committable> part : parts.entrySet()) {
            Path published = place.target().resolve(part.getKey());
            if (!exists(published)) {
                open.put(part.getKey(), part.getValue());
                continue;
            }
            Optional<String> problem =
                    KeptParts.problem(published, part.getValue().bytes());
            if (problem.isPresent()) {
                throw new IOException(
                        problem.get() + ". Something else has written there. Restore what this job wrote");
            }
        }
        return open;
    }

    /**
     * Publishes what is not published yet.
     *
     * @param from directory in which the attempts' files are
     */
    void publish(Path from, Map<String, Committable> parts) throws IOException {
        if (!marked(from)) {
            place.requireFree(disk);
            mark(from);
        }
        createTarget();
        Map<String, Committable> open = unpublished(parts);
        for (Committable part : open.values()) {
            requireThere(from.resolve(part.file()), part);
        }
        for (Map.Entry<String, Committable> part : open.entrySet()) {
            disk.rename(from.resolve(part.getValue().file()), place.target().resolve(part.getKey()));
        }
        // Also when all were there: a crash may have come before this.
        disk.forceDirectory(place.target());
        disk.forceDirectory(from);
    }

    /**
     * @throws IOException if one is neither published nor there
     */
    void requireAll(Path from, Map<String, Committable> parts) throws IOException {
        for (Committable part : unpublished(parts).values()) {
            requireThere(from.resolve(part.file()), part);
        }
    }

    private void requireThere(Path file, Committable part) throws IOException {
        Optional<String> problem = KeptParts.problem(file, part.bytes());
        if (problem.isPresent()) {
            throw new IOException(problem.get() + ", and it is not published in '" + place.target()
                    + "' either: somebody removed it");
        }
    }

    private void createTarget() throws IOException {
        if (!exists(place.target())) {
            disk.createDirectory(place.target());
            disk.forceDirectory(place.target().getParent());
        }
    }

    /**
     * The job goes on from this checkpoint though later ones had published: what those parts hold is written again, so they get names that
     * no reader takes for output. They are not deleted: somebody may have read them.
     */
    void withdrawLater(long checkpoint, Map<String, Committable> kept) throws IOException {
        if (!Files.isDirectory(place.target())) {
            return;
        }
        List<String> names = disk.list(place.target()).stream()
                .filter(name -> PartName.isPublished(name, extension) && !kept.containsKey(name))
                .toList();
        boolean ofCheckpoints =
                names.stream().anyMatch(name -> PartName.checkpoint(name).isPresent());
        int withdrawn = 0;
        for (String name : names) {
            OptionalLong published = PartName.checkpoint(name);
            if (ofCheckpoints && (published.isEmpty() || published.getAsLong() > checkpoint)) {
                disk.rename(place.target().resolve(name), place.target().resolve("." + name + ".withdrawn"));
                withdrawn++;
            }
        }
        if (withdrawn > 0) {
            disk.forceDirectory(place.target());
            LOG.warn(
                    "The job goes on from checkpoint {}, and {} parts in '{}' were published by later ones: what they hold is"
                            + " written again. They are called .NAME.withdrawn now",
                    checkpoint,
                    withdrawn,
                    place.target());
        }
    }

    /** How many parts stand in the target. */
    long count() throws IOException {
        return disk.list(place.target()).stream()
                .filter(name -> PartName.isPublished(name, extension))
                .count();
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
