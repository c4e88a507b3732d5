package io.github.foggara.connector.file.output;

import io.github.foggara.api.job.JobDefinitionException;
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

    /**
     * That nobody else has published into the target. A run that has published left its mark; without a mark it begins from a checkpoint whose
     * parts are published, or had nothing to publish until this checkpoint.
     *
     * @param open the parts that are not published
     * @throws JobDefinitionException if something stands at the target that is not of this run, nor of the one that took the checkpoint
     */
    void requireOwn(long checkpoint, Map<String, Committable> parts, Map<String, Committable> open) throws IOException {
        if (marked()) {
            return;
        }
        boolean begun = exists(place.working()) || exists(place.sealed());
        boolean own;
        if (begun) {
            // A part that waits in the directory was published by somebody else under the same name.
            own = !parts.isEmpty()
                    && open.isEmpty()
                    && parts.values().stream()
                            .noneMatch(part -> waits(place.working(), part) || waits(place.sealed(), part));
        } else {
            own = !parts.isEmpty() || publishedUntil(checkpoint);
        }
        if (!own) {
            place.requireFree(disk);
        }
    }

    private static boolean waits(Path directory, Committable part) {
        return exists(directory.resolve(part.file()));
    }

    /** Whether parts stand in the target, and none of a later checkpoint or of the end of a job. */
    private boolean publishedUntil(long checkpoint) throws IOException {
        List<String> names = published();
        return !names.isEmpty()
                && names.stream()
                        .map(PartName::checkpoint)
                        .allMatch(id -> id.isPresent() && id.getAsLong() <= checkpoint);
    }

    /** Names of parts in the target. */
    private List<String> published() throws IOException {
        return !Files.isDirectory(place.target())
                ? List.of()
                : disk.list(place.target()).stream()
                        .filter(name -> PartName.isPublished(name, extension))
                        .toList();
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

    /** Not if nothing is published and nothing is to be: then the target is still anybody's. */
    void markOwn(Path directory, Map<String, Committable> parts) throws IOException {
        if (!parts.isEmpty() || !published().isEmpty()) {
            mark(directory);
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
        List<String> names = published();
        boolean ofCheckpoints =
                names.stream().anyMatch(name -> PartName.checkpoint(name).isPresent());
        int withdrawn = 0;
        for (String name : names) {
            OptionalLong published = PartName.checkpoint(name);
            boolean later = published.isEmpty() ? ofCheckpoints : published.getAsLong() > checkpoint;
            if (later && !kept.containsKey(name)) {
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
        return published().size();
    }

    /** Says that these parts are nowhere where this run may take them from, and what to do. */
    IOException missing(Map<String, Committable> parts, Map<String, Committable> open) throws IOException {
        String what = "of " + parts.size() + " parts that the checkpoint names, " + String.join(", ", open.keySet());
        if (exists(place.working()) || exists(place.sealed())) {
            return new IOException(what + " are neither there nor whole in '" + place.working()
                    + "'. Somebody removed them; restore from a checkpoint whose parts are there");
        }
        List<String> others = others(open);
        String there = others.isEmpty()
                ? "Otherwise somebody removed them; begin from a checkpoint whose parts are there"
                : "The run that took it has not published them yet, they stand in " + String.join(", ", others)
                        + ": let that run go on and begin from a later checkpoint of it, or move them to '"
                        + place.target()
                        + "' yourself, under the names above";
        return new IOException(
                what + " are not there. A run that begins from a checkpoint that is named needs the same output"
                        + " directory as the run that took it. " + there);
    }

    /** Working directories of other runs beside the target with such parts. */
    private List<String> others(Map<String, Committable> open) throws IOException {
        Path parent = place.target().getParent();
        String prefix = "." + place.target().getFileName() + ".foggara-";
        return !Files.isDirectory(parent)
                ? List.of()
                : disk.list(parent).stream()
                        .filter(name -> name.startsWith(prefix))
                        .map(parent::resolve)
                        .filter(directory -> open.values().stream().anyMatch(part -> waits(directory, part)))
                        .map(directory -> "'" + directory + "'")
                        .toList();
    }

    private static boolean exists(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
