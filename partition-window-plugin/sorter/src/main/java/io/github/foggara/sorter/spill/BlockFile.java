package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is known of a file, and who has it open. Its writer's thread adds blocks; any thread may read those that are there, and delete it.
 * The lock guards parts and handles; {@link #blocks} publishes the rest.
 */
final class BlockFile implements SpillFile {
    private static final Logger LOG = LoggerFactory.getLogger(BlockFile.class);
    private static final int FEW = 16;

    private final SpillOwner owner;
    private final String purpose;
    private final long number;
    private final SpillDirectories directories;
    private final Consumer<BlockFile> whenDeleted;
    private final Set<SpillDisk.File> open = new HashSet<>();
    private List<FilePart> parts = List.of();
    private long taken;
    private boolean begun;
    private boolean deleted;
    /** By block, where it ends in its part. */
    private volatile long[] ends = new long[FEW];

    private volatile long records;
    private volatile long bytes;
    private volatile long blocks;
    private volatile boolean finished;

    BlockFile(
            SpillOwner owner,
            String purpose,
            long number,
            SpillDirectories directories,
            Consumer<BlockFile> whenDeleted) {
        this.owner = owner;
        this.purpose = purpose;
        this.number = number;
        this.directories = directories;
        this.whenDeleted = whenDeleted;
    }

    SpillDirectories directories() {
        return directories;
    }

    /** For messages: what it is and whose. */
    @Override
    public String toString() {
        return "spill file " + SpillOwner.plain(purpose) + "-" + number + " of " + owner;
    }

    // ---- writing

    @Override
    public synchronized BlockWriter write() throws IOException {
        if (begun) {
            throw new IllegalStateException("A " + this + " is written once");
        }
        begun = true;
        return new BlockFileWriter(this);
    }

    /** Writer's thread. */
    FilePart newPart(SpillDirectory directory) throws IOException {
        int part = parts().size();
        String name = owner.fileName() + "-" + SpillOwner.plain(purpose) + "-" + number + (part == 0 ? "" : "." + part);
        return new FilePart(directory, directory.place(name), blocks, header(part));
    }

    ByteBuffer header(int part) {
        return BlockFormat.header(owner, purpose, number, part);
    }

    /** Writer's thread. */
    synchronized SpillDisk.File create(FilePart part) throws IOException {
        if (deleted) {
            throw new ClosedChannelException();
        }
        SpillDisk.File handle = directories.disk().create(part.path());
        open.add(handle);
        List<FilePart> more = new ArrayList<>(parts);
        more.add(part);
        parts = List.copyOf(more);
        return handle;
    }

    /** The last part has no block, and never will. Writer's thread. */
    synchronized void drop(FilePart part) {
        parts = parts.stream().filter(other -> other != part).toList();
        remove(part);
    }

    /** Takes room for bytes about to be written. */
    void take(long more) throws IOException {
        directories.take(more, this);
        synchronized (this) {
            if (deleted) {
                directories.quota().giveBack(more);
                throw new IOException("The " + this + " was deleted while it was written");
            }
            taken += more;
        }
        bytes += more;
    }

    /** Writer's thread. */
    void added(long end, int recordsOfBlock) {
        int block = Math.toIntExact(blocks);
        if (block == ends.length) {
            ends = Arrays.copyOf(ends, 2 * block);
        }
        ends[block] = end;
        records += recordsOfBlock;
        blocks = block + 1L;
    }

    /** Writer's thread. */
    void finished() {
        finished = true;
    }

    // ---- reading

    @Override
    public BlockReader read(long fromBlock) throws IOException {
        if (!finished) {
            throw new IOException("The " + this + " is not complete");
        }
        return new BlockFileReader(this, fromBlock, blocks, true);
    }

    /** The blocks that are there now of a file that may be written on. */
    BlockReader readSoFar(long fromBlock) throws IOException {
        return new BlockFileReader(this, fromBlock, blocks, false);
    }

    synchronized SpillDisk.File open(FilePart part) throws IOException {
        if (deleted) {
            throw new ClosedChannelException();
        }
        SpillDisk.File handle = directories.disk().open(part.path());
        open.add(handle);
        return handle;
    }

    void close(SpillDisk.File handle) {
        synchronized (this) {
            open.remove(handle);
        }
        try {
            handle.close();
        } catch (IOException e) {
            LOG.warn("A handle of the {} could not be closed", this, e);
        }
    }

    synchronized List<FilePart> parts() {
        return parts;
    }

    /** Where a block that is there ends in its part. */
    long end(long block) {
        return ends[(int) block];
    }

    long records() {
        return records;
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long blocks() {
        return blocks;
    }

    // ---- the end

    @Override
    public void delete() {
        List<SpillDisk.File> handles;
        synchronized (this) {
            if (deleted) {
                return;
            }
            deleted = true;
            handles = List.copyOf(open);
            directories.quota().giveBack(taken);
        }
        handles.forEach(this::close);
        parts().forEach(this::remove);
        whenDeleted.accept(this);
    }

    private void remove(FilePart part) {
        try {
            directories.disk().delete(part.path());
        } catch (IOException e) {
            LOG.warn(
                    "'{}' was not removed: {}. It goes with its directory when the container stops",
                    part.path(),
                    DiskProblem.reason(e));
        }
    }
}
