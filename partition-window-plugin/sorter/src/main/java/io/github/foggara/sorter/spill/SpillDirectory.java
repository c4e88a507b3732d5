package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.file.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One of the configured directories. Nothing is made in it before a file is to be there. Thread-safe. */
final class SpillDirectory {
    private static final Logger LOG = LoggerFactory.getLogger(SpillDirectory.class);

    private final Path root;
    private final SpillDisk disk;
    private final DamagedBlocks damaged;
    private SpillDisk.Held held;
    private boolean closed;
    /** The last new file could not be made here. */
    private boolean refusing;

    SpillDirectory(Path root, SpillDisk disk, DamagedBlocks damaged) {
        this.root = root;
        this.disk = disk;
        this.damaged = damaged;
    }

    Path root() {
        return root;
    }

    /**
     * Where a file of this name is to stand. Makes the directory of this process if it has none here, but not the file: that is for
     * {@link SpillDisk#create}. May block.
     *
     * @throws IOException if the directory is closed, takes no new file any more, or cannot be made
     */
    synchronized Path place(String name) throws IOException {
        if (closed) {
            throw new IOException("it is closed");
        }
        if (damaged.suspect(root)) {
            throw new IOException("it is not used any more, because blocks read from it were damaged: look at the disk,"
                    + " then restart the container");
        }
        if (held == null) {
            held = disk.hold(root);
        }
        return held.directory().resolve(name);
    }

    /** No file can be made here, and the next directory is tried. Says so once, until one can. */
    synchronized void refused(IOException cause) {
        if (!refusing && !damaged.suspect(root) && !closed) {
            LOG.warn(
                    "No spill file can be made in '{}': {}. Others of sort.spill.dirs are tried;"
                            + " make it writable, or take it out there",
                    root,
                    DiskProblem.reason(cause));
        }
        refusing = true;
    }

    /** A file was made here. */
    synchronized void accepted() {
        refusing = false;
    }

    /** Our directory was removed from outside: the next file makes another. */
    synchronized void lost(Path file) {
        if (held != null && held.directory().equals(file.getParent())) {
            closeHeld();
        }
    }

    /** A block of it could not be read, or was not what was written. */
    void damaged(Path file, long block) {
        if (damaged.add(root, file, block)) {
            LOG.error(
                    "More than one damaged block was read from '{}': no new file is put there until the plugin or the container restarts."
                            + " Look at the disk",
                    root);
        }
    }

    /** In words. */
    String free() {
        try {
            return disk.freeBytes(root) + " bytes are free";
        } catch (IOException e) {
            return "free space unknown";
        }
    }

    synchronized void close() {
        closed = true;
        closeHeld();
    }

    private void closeHeld() {
        if (held == null) {
            return;
        }
        try {
            held.close();
        } catch (IOException e) {
            LOG.warn(
                    "'{}' was not removed: {}. It goes when a container next starts with this directory",
                    held.directory(),
                    DiskProblem.reason(e));
        }
        held = null;
    }
}
