package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * The directories that a container spills to, on one disk or several, and how much may be in them. Each has a directory of this process's
 * own in it while there is something to spill, so containers may share them. Thread-safe.
 */
public final class SpillDirectories implements AutoCloseable {
    private final List<SpillDirectory> directories;
    private final SpillDisk disk;
    private final SpillQuota quota;
    private final AtomicInteger next = new AtomicInteger();
    private final Set<AttemptSpillSpace> spaces = new HashSet<>();
    private boolean closed;

    private SpillDirectories(List<SpillDirectory> directories, SpillDisk disk, long maxBytes) {
        this.directories = directories;
        this.disk = disk;
        this.quota = new SpillQuota(maxBytes);
    }

    /**
     * Removes what dead processes left in the directories. May block. A directory that cannot be used is no error before there is something to
     * spill and no other to put it.
     *
     * @param roots at least one; need not exist
     * @param maxBytes of all files together; {@link Long#MAX_VALUE} for no limit
     */
    public static SpillDirectories open(List<Path> roots, long maxBytes) {
        return open(roots, maxBytes, SpillDisk.ofThisMachine());
    }

    /** As {@link #open(List, long)}, on another disk. */
    static SpillDirectories open(List<Path> roots, long maxBytes, SpillDisk disk) {
        return open(roots, maxBytes, disk, new DamagedBlocks());
    }

    /**
     * As {@link #open(List, long)}.
     *
     * @param damaged what was read before from the same directories
     */
    public static SpillDirectories open(List<Path> roots, long maxBytes, SpillDisk disk, DamagedBlocks damaged) {
        if (roots.isEmpty()) {
            throw new IllegalArgumentException("sort.spill.dirs names no directory");
        }
        Set<Path> distinct = new LinkedHashSet<>();
        roots.forEach(root -> distinct.add(root.toAbsolutePath().normalize()));
        distinct.forEach(disk::sweep);
        List<SpillDirectory> directories = distinct.stream()
                .map(root -> new SpillDirectory(root, disk, damaged))
                .toList();
        return new SpillDirectories(directories, disk, maxBytes);
    }

    /**
     * For one attempt, which closes it.
     *
     * @throws IllegalStateException if this is closed
     */
    public AttemptSpillSpace space(SpillOwner owner) {
        synchronized (spaces) {
            if (closed) {
                throw new IllegalStateException("The spill directories are closed");
            }
            AttemptSpillSpace space = new AttemptSpillSpace(owner, this);
            spaces.add(space);
            return space;
        }
    }

    /**
     * Another limit, from now on.
     *
     * @param maxBytes positive; below {@link #usedBytes} nothing more is written, what is there stays
     */
    public void maxBytes(long maxBytes) {
        quota.limit(maxBytes);
    }

    /** Of all files that are there. */
    public long usedBytes() {
        return quota.used();
    }

    /** Closes all spaces and removes the directories of this process. May block. Idempotent. */
    @Override
    public void close() {
        List<AttemptSpillSpace> open;
        synchronized (spaces) {
            closed = true;
            open = List.copyOf(spaces);
        }
        open.forEach(AttemptSpillSpace::close);
        directories.forEach(SpillDirectory::close);
    }

    void closed(AttemptSpillSpace space) {
        synchronized (spaces) {
            spaces.remove(space);
        }
    }

    SpillDisk disk() {
        return disk;
    }

    SpillQuota quota() {
        return quota;
    }

    /** In the order in which a new file tries them. */
    int first() {
        return Math.floorMod(next.getAndIncrement(), directories.size());
    }

    List<SpillDirectory> all() {
        return directories;
    }

    /** Takes room for bytes about to be written. */
    void take(long bytes, BlockFile who) throws IOException {
        if (!quota.take(bytes)) {
            String where = directories.stream()
                    .map(directory -> "'" + directory.root() + "'")
                    .collect(Collectors.joining(", "));
            throw new IOException(
                    "The " + who + " needs " + bytes + " more bytes, but of sort.spill.max-bytes=" + quota.limit()
                            + " only " + Math.max(0, quota.limit() - quota.used()) + " are free in " + where
                            + ": raise that limit, or give the job more memory to sort in");
        }
    }
}
