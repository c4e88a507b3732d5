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
    /** The caller's memory, as long as it is the same array. */
    private ByteBuffer body = ByteBuffer.allocate(0);
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
        }
        body.limit(offset + length).position(offset);
        write(header, body);
        file.added(position, records);
    }

    @Override
    public long finish() throws IOException {
        write(BlockFormat.footer(file.blocks(), file.records()), ByteBuffer.allocate(0));
        file.finished();
        close();
        return file.bytes();
    }

    private void write(ByteBuffer first, ByteBuffer second) throws IOException {
        if (ended) {
            throw new IOException("The " + file + " has ended");
        }
        boolean written = false;
        try {
            long header = part == null ? file.header(0).capacity() : 0;
            file.take(header + first.remaining() + second.remaining());
            tryAll(first, second);
            written = true;
        } catch (ClosedChannelException e) {
            throw new IOException("The " + file + " was closed while it was written", e);
        } finally {
            if (!written) {
                close();
                file.delete();
            }
        }
    }

    private void tryAll(ByteBuffer first, ByteBuffer second) throws IOException {
        List<String> refusals = null;
        int begin = second.position();
        while (true) {
            try {
                if (handle == null) {
                    begin(directories.get(at));
                }
                all(first);
                all(second);
                return;
            } catch (ClosedChannelException e) {
                throw e;
            } catch (IOException e) {
                refusals = refusals == null ? new ArrayList<>() : refusals;
                refusals.add(words(directories.get(at), e));
                leavePart();
                first.rewind();
                second.position(begin);
                at = (at + 1) % directories.size();
                if (refusals.size() == directories.size()) {
                    throw noRoom(first.remaining() + (long) second.remaining(), refusals, e);
                }
            }
        }
    }

    private void begin(SpillDirectory directory) throws IOException {
        open(directory);
        position = 0;
        all(part.header().duplicate());
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
        part = next;
    }

    private void all(ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            int before = bytes.remaining();
            handle.write(bytes);
            if (bytes.remaining() == before) {
                throw new IOException("it takes no byte");
            }
            position += before - bytes.remaining();
        }
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
        return new IOException(
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
