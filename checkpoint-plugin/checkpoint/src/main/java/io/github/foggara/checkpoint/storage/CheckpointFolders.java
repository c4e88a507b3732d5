package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.checkpoint.metadata.PartName;
import io.github.foggara.checkpoint.metadata.PartNames;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which name stands for what; see the package.
 *
 * @param run directory of this run, absolute
 */
record CheckpointFolders(Path run) {
    static final String METADATA = "_metadata";
    static final String SAVEPOINT = "_savepoint";
    static final String TEMPORARY = ".tmp-";
    static final String SHARED = "shared";

    private static final String PREFIX = "chk-";
    private static final Pattern FOLDER = Pattern.compile(PREFIX + "([1-9][0-9]{0,17})");
    private static final Pattern PART = Pattern.compile("(" + FOLDER + "|" + SHARED + ")/([^/]+)");
    private static final int PART_NAME = 3;

    static CheckpointFolders of(StorageContext context) throws IOException {
        String configured = context.configuration().get(CheckpointOptions.DIRECTORY);
        Path directory = configured == null ? context.directory() : path(configured.strip());
        return new CheckpointFolders(
                directory.toAbsolutePath().normalize().resolve(context.job().toString()));
    }

    /** A path of this machine, or the URI of one on another file system. */
    static Path path(String text) throws IOException {
        try {
            return text.contains("://") ? Path.of(URI.create(text)) : Path.of(text);
        } catch (IllegalArgumentException | FileSystemNotFoundException | SecurityException e) {
            throw new IOException("'" + text + "' is no directory that can be used: " + e.getMessage(), e);
        }
    }

    Path of(long checkpoint) {
        return run.resolve(PREFIX + checkpoint);
    }

    Path shared() {
        return run.resolve(SHARED);
    }

    /** The id that a folder's name stands for, if it stands for one. */
    static OptionalLong id(String name) {
        Matcher matcher = FOLDER.matcher(name);
        return matcher.matches() ? OptionalLong.of(Long.parseLong(matcher.group(1))) : OptionalLong.empty();
    }

    /** How the folder of a checkpoint begins the names of its parts: relative if it is of this run. */
    String prefix(Path folder) {
        return run.equals(folder.getParent()) ? folder.getFileName().toString() : text(folder);
    }

    /** How names of shared files begin that the metadata in the folder points at. */
    String sharedPrefix(Path folder) {
        Path beside = folder.getParent();
        return run.equals(beside) ? SHARED : text((beside == null ? folder : beside).resolve(SHARED));
    }

    /** What {@link #path} takes, and a name with {@code /} may be appended to. */
    static String text(Path folder) {
        boolean plain = folder.getFileSystem() == FileSystems.getDefault();
        return plain
                ? folder.toString().replace('\\', '/')
                : folder.toUri().toString().replaceAll("/$", "");
    }

    /**
     * The name of a part that a checkpoint of this run may point at.
     *
     * @throws IllegalArgumentException if it belongs elsewhere
     */
    static PartName nameIn(long checkpoint, String file) {
        Optional<PartName> name = inRun(file);
        if (name.isPresent() && mayPointAt(checkpoint, file, name.get())) {
            return name.get();
        }
        throw new IllegalArgumentException("Checkpoint " + checkpoint + " cannot hold '" + file + "'");
    }

    private static boolean mayPointAt(long checkpoint, String file, PartName name) {
        return name.shared()
                ? PartNames.writtenFor(name.name()).orElseThrow() <= checkpoint
                : file.startsWith(PREFIX + checkpoint + "/");
    }

    /** The name of a part of this run; empty if it is none. */
    static Optional<PartName> inRun(String file) {
        Matcher matcher = PART.matcher(file);
        return matcher.matches()
                ? Optional.of(new PartName(matcher.group(1).equals(SHARED), matcher.group(PART_NAME)))
                        .filter(PartNames::accepts)
                : Optional.empty();
    }

    /**
     * The file of a part.
     *
     * @throws DamagedCheckpointException if it leads out of a checkpoint
     * @throws IOException if it is on a file system that is not there
     */
    Path part(String file) throws IOException {
        if (inRun(file).isPresent()) {
            return run.resolve(file);
        }
        Path path = path(file);
        if (!path.isAbsolute()
                || path.getNameCount() < 2
                || !path.equals(path.normalize())
                || !PartNames.accepts(String.valueOf(path.getFileName()))) {
            throw new DamagedCheckpointException(
                    "'" + file + "' leads out of the directory of the checkpoints, " + run);
        }
        return path;
    }
}
