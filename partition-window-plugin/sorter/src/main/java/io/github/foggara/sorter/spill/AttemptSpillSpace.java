package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;

/** The files of one attempt; see {@link SpillDirectories#space}. Any thread. */
public final class AttemptSpillSpace implements SpillSpace, AutoCloseable {
    /** Of files of this process, so that no two have the same name, whatever their owners are called. */
    private static final AtomicLong NUMBERS = new AtomicLong();

    private final SpillOwner owner;
    private final SpillDirectories directories;
    private final Set<BlockFile> files = new HashSet<>();
    private boolean closed;

    AttemptSpillSpace(SpillOwner owner, SpillDirectories directories) {
        this.owner = owner;
        this.directories = directories;
    }

    @Override
    public SpillFile create(String purpose) throws IOException {
        return file(purpose);
    }

    BlockFile file(String purpose) throws IOException {
        synchronized (files) {
            if (closed) {
                throw new IOException("The spill space of " + owner + " is closed");
            }
            BlockFile file = new BlockFile(owner, purpose, NUMBERS.getAndIncrement(), directories, this::deleted);
            files.add(file);
            return file;
        }
    }

    private void deleted(BlockFile file) {
        synchronized (files) {
            files.remove(file);
        }
    }

    /** Files that are not deleted. */
    public int files() {
        synchronized (files) {
            return files.size();
        }
    }

    /** Deletes all files, also those that are written or read: that ends with an exception. May block. Idempotent. */
    @Override
    public void close() {
        List<BlockFile> left;
        synchronized (files) {
            closed = true;
            left = List.copyOf(files);
        }
        left.forEach(BlockFile::delete);
        directories.closed(this);
    }
}
