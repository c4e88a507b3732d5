package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Believes nothing that stands in the file: where blocks are and how long, the process knows. After a failure it is closed. */
final class BlockFileReader implements BlockReader {
    private final BlockFile file;
    private final List<FilePart> parts;
    /** Number of the block behind the last one. */
    private final long end;
    /** Whether the footer is to be there. */
    private final boolean finished;

    private final ByteBuffer header = ByteBuffer.allocate(BlockFormat.BLOCK_HEADER);
    private final CRC32C crc = new CRC32C();
    /** The caller's memory, as long as it is the same array. */
    private ByteBuffer body = ByteBuffer.allocate(0);

    private final ByteBuffer[] both = {header, body};
    private long block;
    private int part;
    private int records;
    private long firstPrefix;
    /** Closed by any thread. */
    private volatile SpillDisk.File handle;

    private volatile boolean closed;

    BlockFileReader(BlockFile file, long fromBlock, long blocks, boolean finished) throws IOException {
        Objects.checkIndex(fromBlock, blocks + 1);
        this.file = file;
        this.parts = file.parts();
        this.end = blocks;
        this.finished = finished;
        this.block = fromBlock;
        if (!parts.isEmpty()) {
            enter(partOf(fromBlock));
        }
    }

    private int partOf(long wanted) {
        int index = parts.size() - 1;
        while (index > 0 && parts.get(index).firstBlock() > wanted) {
            index--;
        }
        return index;
    }

    @Override
    public int next(byte[] target, int offset) throws IOException {
        if (block == end) {
            checkEnd();
            return -1;
        }
        if (part + 1 < parts.size() && parts.get(part + 1).firstBlock() == block) {
            enter(part + 1);
        }
        long start = BlockFormat.start(file.end(block), before());
        int length = Math.toIntExact(file.end(block) - start - BlockFormat.BLOCK_HEADER);
        if (length > target.length - offset) {
            throw new IOException("Block " + block + " of the " + file + " has " + length
                    + " bytes, and there is room for " + (target.length - offset));
        }
        if (body.array() != target) {
            body = ByteBuffer.wrap(target);
            both[1] = body;
        }
        header.clear();
        body.limit(offset + length).position(offset);
        read(both, BlockFormat.BLOCK_HEADER + (long) length, start);
        accept(target, offset, length);
        block++;
        return length;
    }

    /** Where that ends which stands before the next block. */
    private long before() {
        FilePart now = parts.get(part);
        return block == now.firstBlock() ? now.headerLength() : file.end(block - 1);
    }

    private void accept(byte[] target, int offset, int length) throws IOException {
        header.flip();
        long number = header.getLong();
        int there = header.getInt();
        records = header.getInt();
        firstPrefix = header.getLong();
        if (header.getInt() != BlockFormat.checksum(header, crc, target, offset, length)) {
            throw damaged("its checksum does not fit", null);
        }
        if (number != block || there != length) {
            throw damaged("it is block " + number + " of " + there + " bytes", null);
        }
    }

    /** As many blocks as were written have been read, or are not wanted; so only the end itself is left to look at. */
    private void checkEnd() throws IOException {
        if (!finished) {
            return;
        }
        if (part + 1 < parts.size()) {
            enter(parts.size() - 1);
        }
        ByteBuffer expected = BlockFormat.footer(file.blocks(), file.records());
        ByteBuffer there = ByteBuffer.allocate(BlockFormat.FOOTER);
        read(new ByteBuffer[] {there}, BlockFormat.FOOTER, before());
        if (!there.flip().equals(expected)) {
            throw damaged("the end of the file is another than was written", null);
        }
    }

    /** Opens a part and looks whether it is what was written. */
    private void enter(int index) throws IOException {
        leave();
        part = index;
        open(parts.get(index));
        if (closed) {
            leave();
            throw closedMeanwhile(null);
        }
        ByteBuffer expected = parts.get(index).header().duplicate();
        ByteBuffer there = ByteBuffer.allocate(expected.remaining());
        read(new ByteBuffer[] {there}, expected.remaining(), 0);
        if (!there.flip().equals(expected)) {
            throw damaged("the header of the file is another than was written", null);
        }
    }

    private void open(FilePart now) throws IOException {
        try {
            handle = file.open(now);
        } catch (ClosedChannelException e) {
            throw closedMeanwhile(e);
        } catch (NoSuchFileException e) {
            throw DiskProblem.described("The " + file + " is gone: somebody removed '" + now.path() + "'", e);
        } catch (IOException e) {
            throw unopened(now, e);
        }
    }

    /** Says nothing about what stands in it: too many files may be open, or a permission may be missing. */
    private IOException unopened(FilePart now, IOException cause) {
        close();
        return DiskProblem.described(
                "Block " + block + " of the " + file + " cannot be read, because '" + now.path()
                        + "' cannot be opened: " + DiskProblem.reason(cause)
                        + ". Look at the limit of open files, and at the permissions of its directory",
                cause);
    }

    private void read(ByteBuffer[] into, long length, long from) throws IOException {
        SpillDisk.File now = handle;
        if (closed || now == null) {
            throw closedMeanwhile(null);
        }
        long done = 0;
        int count = 0;
        try {
            while (done < length && count >= 0) {
                count = now.read(into, from + done);
                done += count;
            }
        } catch (ClosedChannelException e) {
            throw closedMeanwhile(e);
        } catch (IOException e) {
            throw damaged("it cannot be read: " + DiskProblem.reason(e), e);
        }
        if (count < 0) {
            throw damaged("the file is cut and ends before byte " + (from + length), null);
        }
    }

    private IOException closedMeanwhile(IOException cause) {
        close();
        return DiskProblem.described("The " + file + " was closed while it was read", cause);
    }

    private IOException damaged(String what, IOException cause) {
        FilePart now = parts.get(part);
        now.directory().damaged(now.path(), block);
        close();
        return DiskProblem.described(
                "Block " + block + " of the " + file + " is damaged in '" + now.path() + "': " + what
                        + ". Nothing of it is used; look at the disk",
                cause);
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public long firstPrefix() {
        return firstPrefix;
    }

    private void leave() {
        SpillDisk.File now = handle;
        if (now != null) {
            handle = null;
            file.close(now);
        }
    }

    @Override
    public void close() {
        closed = true;
        leave();
    }
}
