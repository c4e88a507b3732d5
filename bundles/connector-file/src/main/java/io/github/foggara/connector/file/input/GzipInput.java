package io.github.foggara.connector.file.input;

import java.io.EOFException;
import java.io.IOException;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * The decompressed content of a gzip file (RFC 1952), all of its members one after the other.
 *
 * <p>Not {@code GZIPInputStream}: that one takes a damaged header of a later member for the end of the file, which would
 * lose records silently.
 */
final class GzipInput implements SplitInput {
    private static final int FIXED_HEADER = 10;
    private static final int HEADER_CRC = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private final String path;
    private final PlainInput compressed;
    private final byte[] buffer = new byte[64 << 10];
    private final Inflater inflater = new Inflater(true);
    private final CRC32 checksum = new CRC32();
    private int next;
    private int limit;
    private boolean inMember;

    /** Skips {@code position} bytes of the content. */
    GzipInput(String path, PlainInput compressed, long position) throws IOException {
        this.path = path;
        this.compressed = compressed;
        try {
            skip(position);
        } catch (IOException e) {
            close();
            throw e;
        }
    }

    private void skip(long count) throws IOException {
        byte[] scratch = new byte[32 << 10];
        long left = count;
        while (left > 0) {
            int read = read(scratch, 0, (int) Math.min(scratch.length, left));
            if (read < 0) {
                throw damaged("it ends before byte " + count + " of its content");
            }
            left -= read;
        }
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        while (true) {
            if (!inMember && !beginMember()) {
                return -1;
            }
            int count = inflate(target, offset, length);
            if (count > 0) {
                checksum.update(target, offset, count);
                return count;
            }
            if (inflater.finished()) {
                endMember();
            } else if (inflater.needsDictionary()) {
                throw damaged("it needs a dictionary");
            } else {
                requireFill();
                inflater.setInput(buffer, 0, limit);
            }
        }
    }

    private int inflate(byte[] target, int offset, int length) throws IOException {
        try {
            return inflater.inflate(target, offset, length);
        } catch (DataFormatException e) {
            throw damaged(e.getMessage() == null ? "its data is not deflated" : e.getMessage());
        }
    }

    private boolean beginMember() throws IOException {
        if (next == limit && !fill()) {
            return false;
        }
        header();
        inflater.reset();
        inflater.setInput(buffer, next, limit - next);
        checksum.reset();
        inMember = true;
        return true;
    }

    private void header() throws IOException {
        int[] fixed = new int[FIXED_HEADER];
        for (int i = 0; i < FIXED_HEADER; i++) {
            fixed[i] = nextByte();
        }
        if (fixed[0] != 0x1F || fixed[1] != 0x8B || fixed[2] != 8 || (fixed[3] & RESERVED) != 0) {
            throw damaged("what stands there is not the header of a gzip member");
        }
        int flags = fixed[3];
        if ((flags & EXTRA) != 0) {
            for (int left = nextByte() | nextByte() << 8; left > 0; left--) {
                nextByte();
            }
        }
        if ((flags & NAME) != 0) {
            skipText();
        }
        if ((flags & COMMENT) != 0) {
            skipText();
        }
        if ((flags & HEADER_CRC) != 0) {
            nextByte();
            nextByte();
        }
    }

    private void skipText() throws IOException {
        while (nextByte() != 0) {
            continue;
        }
    }

    private void endMember() throws IOException {
        next = limit - inflater.getRemaining();
        long expected = nextInt();
        long size = nextInt();
        if (expected != checksum.getValue()) {
            throw damaged("its checksum is wrong");
        }
        if (size != (inflater.getBytesWritten() & 0xFFFFFFFFL)) {
            throw damaged("its length is wrong");
        }
        inMember = false;
    }

    private long nextInt() throws IOException {
        return nextByte() | nextByte() << 8 | nextByte() << 16 | (long) nextByte() << 24;
    }

    private int nextByte() throws IOException {
        if (next == limit) {
            requireFill();
        }
        return buffer[next++] & 0xFF;
    }

    private void requireFill() throws IOException {
        if (!fill()) {
            throw new EOFException(damaged("it ends inside a member").getMessage());
        }
    }

    private boolean fill() throws IOException {
        int count = compressed.read(buffer, 0, buffer.length);
        next = 0;
        limit = Math.max(0, count);
        return count > 0;
    }

    private IOException damaged(String how) {
        return new IOException("The gzip file '" + path + "' is damaged near byte "
                + Math.max(0, compressed.filePosition() - (limit - next)) + ": " + how
                + ". Check it with 'gzip -t'.");
    }

    @Override
    public long filePosition() {
        return compressed.filePosition();
    }

    @Override
    public void verifyUnchanged() throws IOException {
        compressed.verifyUnchanged();
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        compressed.close();
    }
}
