package io.github.foggara.connector.file.input;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Cuts bytes into the lines that begin in {@code [start, end)}. A line ends with LF or CRLF, which do not belong to it, or
 * at the end of the content.
 *
 * <p>A line begins at 0 and behind each LF. So a splitter with {@code start > 0} is given the bytes from {@code start - 1}
 * on and begins behind the first LF among them: whatever the ranges are, each line belongs to exactly one of them.
 *
 * <p>Eight bytes are looked at in one step: {@code x - 0x01…} borrows into bit 7 of a byte of {@code x} that is zero,
 * and {@code x} is the word with every LF made zero (the lowest hit is exact). The same pass finds whether all
 * bytes are ASCII.
 */
final class LineSplitter {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long LINE_FEEDS = 0x0A0A0A0A0A0A0A0AL;
    private static final long LOW_BITS = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final int SMALLEST_BUFFER = 1 << 10;
    private static final int ORDINARY_BUFFER = 128 << 10;

    private final String path;
    private final SplitInput input;
    private final long end;
    private final LineLimit longest;

    private byte[] buffer;
    /** Position in the content of {@code buffer[0]}. */
    private long origin;

    private int next;
    private int limit;
    private int lineStart;
    private int lineEnd;
    private int added;
    private long seen;
    /** The line at 0 begins there even if a byte order mark is skipped. */
    private boolean atStart;

    /** @param input positioned at {@code start - 1}, or at 0 */
    LineSplitter(String path, SplitInput input, long start, long end, LineLimit longest) throws IOException {
        this.path = path;
        this.input = input;
        this.end = end;
        this.longest = longest;
        this.buffer = new byte[(int) Math.min(ORDINARY_BUFFER, end - start) + SMALLEST_BUFFER];
        this.origin = Math.max(0, start - 1);
        this.atStart = start == 0;
        if (atStart) {
            skipByteOrderMark();
        } else {
            skipToLineStart();
        }
    }

    private void skipByteOrderMark() throws IOException {
        while (limit < 3 && fill()) {
            continue;
        }
        if (limit >= 3 && buffer[0] == (byte) 0xEF && buffer[1] == (byte) 0xBB && buffer[2] == (byte) 0xBF) {
            next = 3;
        }
    }

    private void skipToLineStart() throws IOException {
        while (true) {
            int found = indexOfLineFeed(next);
            if (found >= 0) {
                next = found + 1;
                return;
            }
            next = limit;
            lineStart = limit;
            if (position() >= end || !fill()) {
                return;
            }
        }
    }

    /**
     * Finds the next line.
     *
     * @return false if none begins before the end of the range
     */
    boolean next() throws IOException {
        if (position() >= end) {
            return false;
        }
        atStart = false;
        lineStart = next;
        added = 0;
        seen = 0;
        return scan();
    }

    /**
     * Makes the line longer by the one that follows, with the line end between them.
     *
     * @return false at the end of the content
     */
    boolean extend() throws IOException {
        added = next - lineStart;
        return scan();
    }

    private boolean scan() throws IOException {
        int from = next;
        while (true) {
            int found = indexOfLineFeed(from);
            if (found >= 0) {
                next = found + 1;
                lineEnd = found > lineStart && buffer[found - 1] == '\r' ? found - 1 : found;
                checkLength();
                return true;
            }
            int scanned = limit - lineStart;
            if (!fill()) {
                boolean some = limit > next;
                next = limit;
                lineEnd = limit;
                checkLength();
                return some;
            }
            from = lineStart + scanned;
        }
    }

    private int indexOfLineFeed(int from) {
        byte[] bytes = buffer;
        int at = from;
        long or = 0;
        for (; at <= limit - Long.BYTES; at += Long.BYTES) {
            long word = (long) WORDS.get(bytes, at);
            long zeros = word ^ LINE_FEEDS;
            long hits = (zeros - LOW_BITS) & ~zeros & HIGH_BITS;
            if (hits != 0) {
                int index = Long.numberOfTrailingZeros(hits) >>> 3;
                seen |= or | word & ((1L << (index << 3)) - 1);
                return at + index;
            }
            or |= word;
        }
        for (; at < limit; at++) {
            if (bytes[at] == '\n') {
                seen |= or;
                return at;
            }
            or |= bytes[at];
        }
        seen |= or;
        return -1;
    }

    /** Moves the unfinished line to the front, makes room and reads. */
    private boolean fill() throws IOException {
        if (lineStart > 0) {
            System.arraycopy(buffer, lineStart, buffer, 0, limit - lineStart);
            origin += lineStart;
            next -= lineStart;
            limit -= lineStart;
            lineStart = 0;
        }
        if (limit == buffer.length) {
            long withEnd = longest.bytes() + 2L;
            if (limit >= withEnd) {
                throw longest.exceeded(path, origin);
            }
            buffer = Arrays.copyOf(buffer, (int) Math.min(2L * limit, Math.max(withEnd, ORDINARY_BUFFER)));
        }
        int count = input.read(buffer, limit, buffer.length - limit);
        if (count < 0) {
            return false;
        }
        limit += count;
        return true;
    }

    private void checkLength() throws IOException {
        if (lineEnd - lineStart > longest.bytes()) {
            throw longest.exceeded(path, lineOffset());
        }
    }

    /** Holds the line from {@link #offset()} on until the next call. */
    byte[] bytes() {
        return buffer;
    }

    int offset() {
        return lineStart;
    }

    int length() {
        return lineEnd - lineStart;
    }

    /** Length of the part before the last {@link #extend}; 0 without one. */
    int lengthBefore() {
        return added;
    }

    /** Whether all bytes of the line are ASCII. */
    boolean ascii() {
        return (seen & HIGH_BITS) == 0;
    }

    /** Where the line begins in the content. */
    long lineOffset() {
        return origin + lineStart;
    }

    /** Where the next line begins in the content. */
    long position() {
        return atStart ? 0 : origin + next;
    }
}
