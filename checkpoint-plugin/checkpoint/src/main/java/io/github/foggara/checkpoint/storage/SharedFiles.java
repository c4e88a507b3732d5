package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.DamagedCheckpointException;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.checkpoint.metadata.PartName;
import io.github.foggara.checkpoint.metadata.PartNames;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Files that several checkpoints of a run point at, and when they go. Any thread that may block; calls may overlap.
 *
 * <p>There is no count of references that a crash could falsify: who points at what is read from the metadata of all completed checkpoints each
 * time. Of a checkpoint under way nothing can be read. That {@link #collect} takes nothing from it follows from what its snapshots keep to
 * ({@link io.github.foggara.api.checkpoint.CheckpointStorage}). Let M be the newest recorded one, P under way, F a file that P points at, and T
 * the attempt whose snapshot does so.
 *
 * <ol>
 *   <li>P is newer than M: older ones were given up when M was recorded, or their metadata is stored and they count as completed.
 *   <li>T has acknowledged M, or was restored from M or a newer one: M needed all that ran, and whatever restarts begins from the newest one and gives
 *       up those under way.
 *   <li>So if F was written for M or before, T's snapshot in M (or the checkpoint that T was restored from, which is complete) points at F too:
 *       what a snapshot leaves out never comes back. Then F is needed by a completed one and stays.
 *   <li>If F was written after M it is not asked for.
 * </ol>
 *
 * A completed one that is stored but not recorded yet only adds to what is needed. Which is why the bound is given by who knows the log: the
 * newest one that is stored may still be given up, and an older one under way be recorded in its place.
 */
final class SharedFiles {
    private static final Logger LOG = LoggerFactory.getLogger(SharedFiles.class);

    private final CheckpointDisk disk;
    private final CheckpointFolders folders;
    private final MetadataFiles files;

    SharedFiles(CheckpointDisk disk, CheckpointFolders folders, MetadataFiles files) {
        this.disk = disk;
        this.folders = folders;
        this.files = files;
    }

    /** All completed checkpoints of the run, and the shared files that they point at. */
    private record Needed(Set<Long> checkpoints, Set<String> names) {}

    /** Whether that is the place of a shared file of some run. */
    static boolean holds(Path file) {
        return CheckpointFolders.SHARED.equals(String.valueOf(file.getParent().getFileName()))
                && PartNames.writtenFor(file.getFileName().toString()).isPresent();
    }

    void collect(long recorded) throws IOException {
        List<String> names = disk.list(folders.shared()).stream()
                .filter(name -> PartNames.writtenFor(name).orElse(Long.MAX_VALUE) <= recorded)
                .toList();
        if (names.isEmpty()) {
            return;
        }
        Optional<Needed> needed = needed().filter(all -> all.checkpoints().contains(recorded));
        if (needed.isPresent()) {
            remove(names.stream()
                    .filter(name -> !needed.get().names().contains(name))
                    .toList());
        }
    }

    /** Of checkpoints from an id on; nobody is writing. */
    void sweep(long above) throws IOException {
        if (!disk.list(folders.run()).contains(CheckpointFolders.SHARED)) {
            return;
        }
        List<String> names = disk.list(folders.shared()).stream()
                .filter(name -> whole(name).orElse(-1) >= above)
                .toList();
        Optional<Needed> needed = names.isEmpty() ? Optional.empty() : needed();
        remove(names.stream()
                .filter(name -> name.startsWith(CheckpointFolders.TEMPORARY)
                        || needed.isPresent() && !needed.get().names().contains(name))
                .toList());
    }

    /** For which checkpoint a file was written, also if it is not finished. */
    private static OptionalLong whole(String name) {
        boolean temporary = name.startsWith(CheckpointFolders.TEMPORARY);
        return PartNames.writtenFor(temporary ? name.substring(CheckpointFolders.TEMPORARY.length()) : name);
    }

    /**
     * @return empty if one is damaged: nobody knows what it points at
     * @throws IOException if one cannot be read for now
     */
    private Optional<Needed> needed() throws IOException {
        Needed needed = new Needed(new HashSet<>(), new HashSet<>());
        for (long id : files.ids(0)) {
            Path file = files.find(folders.of(id));
            try {
                if (file != null) {
                    files.load(file).metadata().handles().forEach(handle -> add(handle, needed.names()));
                    needed.checkpoints().add(id);
                }
            } catch (IOException e) {
                if (files.find(folders.of(id)) == null) {
                    LOG.debug("{} went while it was looked at", file);
                } else if (e instanceof DamagedCheckpointException) {
                    LOG.warn("All files in {} stay: {}", folders.shared(), e.getMessage());
                    return Optional.empty();
                } else {
                    throw e;
                }
            }
        }
        return Optional.of(needed);
    }

    private static void add(StateHandle handle, Set<String> names) {
        if (handle instanceof StateHandle.InFile part) {
            CheckpointFolders.inRun(part.file()).filter(PartName::shared).ifPresent(name -> names.add(name.name()));
        }
    }

    /** What cannot be deleted does not hide the others. The directory goes with the last one. */
    private void remove(List<String> names) throws IOException {
        IOException problem = null;
        for (String name : names) {
            try {
                disk.delete(folders.shared().resolve(name));
            } catch (IOException e) {
                problem = problem == null
                        ? DiskProblem.words("A shared file cannot be deleted:", folders.shared(), e)
                        : problem;
            }
        }
        if (problem != null) {
            throw problem;
        }
        if (disk.list(folders.shared()).isEmpty()) {
            removeDirectory();
        } else if (!names.isEmpty()) {
            disk.syncDirectory(folders.shared());
        }
    }

    private void removeDirectory() throws IOException {
        try {
            disk.delete(folders.shared());
        } catch (DirectoryNotEmptyException e) {
            LOG.debug("{} is in use again", folders.shared());
        }
    }
}
