package io.github.foggara.recovery.eventstore;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Walks over the records of a file. Nothing it reads is trusted: a length is compared with what is left of the file before
 * anything is allocated, so it never holds more than the file is long.
 */
final class RecordReader {
    private static final int WINDOW = 256 << 10;
    private static final int LENGTH_TO_POSITION = LogFormat.PREFIX_BYTES + Long.BYTES;

    private final LogDisk disk;
    private final Path file;
    private final long limit;
    /** Bytes of the file from {@code windowAt} on; all up to its limit are valid. */
    private ByteBuffer window;

    private long windowAt;
    private long next;
    private long start;
    private int length;
    private String problem = "";

    /**
     * @param from where the first record stands
     * @param limit what is behind it does not count; at most the size of the file
     */
    RecordReader(LogDisk disk, Path file, long from, long limit) {
        this.disk = disk;
        this.file = file;
        this.limit = limit;
        this.next = from;
        this.windowAt = from;
        this.window = ByteBuffer.allocate((int) Math.max(0, Math.min(limit - from, WINDOW)))
                .limit(0);
    }

    /**
     * Goes to the next record.
     *
     * @return false at the end, or where no record stands: then {@link #problem()} is not empty
     */
    boolean advance() throws IOException {
        long rest = limit - next;
        if (rest <= 0) {
            return false;
        }
        if (rest < LogFormat.MIN_RECORD_BYTES) {
            return bad("only " + rest + " bytes are left, no record is so short");
        }
        load(next, LogFormat.PREFIX_BYTES);
        int announced = window.getInt(at(next));
        if (!fits(announced, rest)) {
            return bad("a length of " + (announced & 0xFFFF_FFFFL) + " is not possible with " + rest + " bytes left");
        }
        load(next, LogFormat.PREFIX_BYTES + announced);
        if (!sound(next, announced)) {
            return bad("the checksum of a record of " + announced + " bytes is wrong");
        }
        start = next;
        length = announced;
        next += LogFormat.PREFIX_BYTES + announced;
        return true;
    }

    private boolean bad(String what) {
        problem = what + " (byte " + next + ")";
        return false;
    }

    private static boolean fits(int announced, long rest) {
        return announced >= LogFormat.MIN_LENGTH
                && announced <= LogFormat.MAX_LENGTH
                && announced <= rest - LogFormat.PREFIX_BYTES;
    }

    private boolean sound(long record, int announced) {
        int body = at(record) + LogFormat.PREFIX_BYTES;
        return window.getInt(at(record) + Integer.BYTES) == LogFormat.crc(window, body, announced);
    }

    /**
     * Whether a valid record stands anywhere behind the place where {@link #advance} stopped.
     *
     * @param last position of the last event; a record whose position is out of reach from there is not looked at closely
     */
    boolean anyBehind(long last) throws IOException {
        long reach = last > Long.MAX_VALUE / 2 ? Long.MAX_VALUE : last + limit / LogFormat.MIN_RECORD_BYTES + 1;
        for (long candidate = next + 1; limit - candidate >= LogFormat.MIN_RECORD_BYTES; candidate++) {
            load(candidate, LENGTH_TO_POSITION);
            int announced = window.getInt(at(candidate));
            long position = window.getLong(at(candidate) + LogFormat.PREFIX_BYTES);
            if (fits(announced, limit - candidate) && position >= 0 && position <= reach) {
                load(candidate, LogFormat.PREFIX_BYTES + announced);
                if (sound(candidate, announced)) {
                    return true;
                }
            }
        }
        return false;
    }

    private int at(long place) {
        return (int) (place - windowAt);
    }

    /** Makes sure that so many bytes from that place on are in the window; they are inside the limit. */
    private void load(long from, int count) throws IOException {
        if (from >= windowAt && from + count <= windowAt + window.limit()) {
            return;
        }
        if (count > window.capacity()) {
            window = ByteBuffer.allocate(count);
        }
        window.clear().limit((int) Math.min(window.capacity(), limit - from));
        windowAt = from;
        while (window.hasRemaining()) {
            if (disk.read(file, from + window.position(), window) < 0) {
                throw new EOFException(file + " became shorter while it was read");
            }
        }
        window.flip();
    }

    /** Why {@link #advance} returned false; empty at the end. */
    String problem() {
        return problem;
    }

    /** Where the current record begins in the file. */
    long start() {
        return start;
    }

    /** Where it ends. */
    long end() {
        return start + LogFormat.PREFIX_BYTES + length;
    }

    int crc() {
        return window.getInt(at(start) + Integer.BYTES);
    }

    long position() {
        return window.getLong(at(start) + LogFormat.PREFIX_BYTES);
    }

    int type() {
        return window.getShort(at(start) + LENGTH_TO_POSITION) & 0xFFFF;
    }

    int version() {
        return window.getShort(at(start) + LENGTH_TO_POSITION + Short.BYTES) & 0xFFFF;
    }

    int flags() {
        return window.get(at(start) + LENGTH_TO_POSITION + 2 * Short.BYTES) & 0xFF;
    }

    byte[] payload() {
        int from = window.arrayOffset() + at(start) + LogFormat.MIN_RECORD_BYTES;
        return Arrays.copyOfRange(window.array(), from, from + length - LogFormat.MIN_LENGTH);
    }

    /** All bytes of the current record. */
    byte[] bytes() {
        int from = window.arrayOffset() + at(start);
        return Arrays.copyOfRange(window.array(), from, from + LogFormat.PREFIX_BYTES + length);
    }
}
