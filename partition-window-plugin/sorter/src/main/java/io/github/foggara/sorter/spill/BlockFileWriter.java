package io.github.foggara.sorter.spill;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.zip.CRC32C;

/** Goes on in the next directory when one takes no more; gives up, and deletes the file, when none does. */
final class BlockFileWriter implements BlockWriter {
    private final BlockFile file;
    private final List<SpillDirectory> directories;
    private final ByteBuffer header = ByteBuffer.allocate(BlockFormat.BLOCK_HEADER);
    private final CRC32C crc = new CRC32C();
    private final ByteBuffer zeros = BlockFormat.zeros();
    /** The caller's memory, as long as it is the same array. */
    private ByteBuffer body = ByteBuffer.allocate(0);

    private final ByteBuffer[] block = {zeros, header, body};
    /** Index of the directory that is written to. */
    private int at;

    private FilePart part;
    private SpillDisk.File handle;
    /** In the part. */
    private long position;

    private boolean ended;

    BlockFileWriter(BlockFile file) {
        this.file = file;
        this.directories = file.directories().all();
        this.at = file.directories().first();
    }

    @Override
    public void append(byte[] bytes, int offset, int length, int records, long firstPrefix) throws IOException {
        Objects.checkFromIndexSize(offset, length, bytes.length);
        if (length < 1 || records < 0) {
            throw new IllegalArgumentException("A block of " + length + " bytes with " + records + " records");
        }
        BlockFormat.fill(header, file.blocks(), length, records, firstPrefix);
        BlockFormat.seal(header, crc, bytes, offset, length);
        if (body.array() != bytes) {
            body = ByteBuffer.wrap(bytes);
            block[2] = body;
        }
        body.limit(offset + length).position(offset);
        write(block, BlockFormat.BLOCK_HEADER + (long) length);
        file.added(position, records);
    }

    @Override
    public long finish() throws IOException {
        write(new ByteBuffer[] {BlockFormat.footer(file.blocks(), file.records())}, BlockFormat.FOOTER);
        file.finished();
        close();
        return file.bytes();
    }

    private void write(ByteBuffer[] parts, long length) throws IOException {
        if (ended) {
            throw new IOException("The " + file + " has ended");
        }
        boolean written = false;
        try {
            long header = part == null ? file.header(0).limit() : 0;
            file.take(header + BlockFormat.gap(length, header + position) + length);
            tryAll(parts, length);
            written = true;
        } catch (ClosedChannelException e) {
            throw DiskProblem.described("The " + file + " was closed while it was written", e);
        } finally {
            if (!written) {
                close();
                file.delete();
            }
        }
    }

    private void tryAll(ByteBuffer[] parts, long length) throws IOException {
        List<String> refusals = null;
        int begin = body.position();
        while (true) {
            try {
                if (handle == null) {
                    begin(directories.get(at));
                }
                int gap = BlockFormat.gap(length, position);
                zeros.clear().limit(gap);
                all(parts, gap + length);
                return;
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException e) {
                refusals = refusals == null ? new ArrayList<>() : refusals;
                refusals.add(words(directories.get(at), e));
                if (handle == null) {
                    directories.get(at).refused(e);
                }
                leavePart();
                for (ByteBuffer again : parts) {
                    again.position(again == body ? begin : 0);
                }
                at = (at + 1) % directories.size();
                if (refusals.size() == directories.size()) {
                    throw noRoom(length, refusals, e);
                }
            }
        }
    }

    private void begin(SpillDirectory directory) throws IOException {
        open(directory);
        position = 0;
        all(new ByteBuffer[] {part.header().duplicate()}, part.headerLength());
    }

    private void open(SpillDirectory directory) throws IOException {
        FilePart next = file.newPart(directory);
        try {
            handle = file.create(next);
        } catch (NoSuchFileException e) {
            directory.lost(next.path());
            next = file.newPart(directory);
            handle = file.create(next);
        }
        directory.accepted();
        part = next;
    }

    private void all(ByteBuffer[] parts, long length) throws IOException {
        long left = length;
        while (left > 0) {
            handle.write(parts);
            long now = 0;
            for (ByteBuffer each : parts) {
                now += each.remaining();
            }
            if (now == left) {
                throw new IOException("it takes no byte");
            }
            left = now;
        }
        position += length;
    }

    /** Bytes that a failed write left at its end are not part of any block. */
    private void leavePart() {
        if (handle == null) {
            return;
        }
        file.close(handle);
        handle = null;
        if (part.firstBlock() == file.blocks()) {
            file.drop(part);
        }
    }

    private static String words(SpillDirectory directory, IOException e) {
        return "'" + directory.root() + "' (" + DiskProblem.reason(e) + "; " + directory.free() + ")";
    }

    private IOException noRoom(long needed, List<String> refusals, IOException last) {
        return DiskProblem.described(
                "The " + file + " needs " + needed + " more bytes and has " + (file.bytes() - needed)
                        + ", but no directory takes them: " + String.join(", ", refusals)
                        + ". Make room there, or name another disk in sort.spill.dirs",
                last);
    }

    @Override
    public void close() {
        ended = true;
        if (handle != null) {
            file.close(handle);
            handle = null;
        }
    }
}
