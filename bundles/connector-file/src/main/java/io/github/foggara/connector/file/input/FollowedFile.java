package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileMark;
import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * One file that is followed, under whatever name, and how much of it was handed out. Coord thread only.
 *
 * <pre>
 *   0 ........ assigned ........ available ........ scanned ........ size
 *   handed out          whole lines       no line end     not looked at
 * </pre>
 */
final class FollowedFile {
    private static final int BLOCK = 64 << 10;

    private final int number;
    private Path path;
    private FileMark mark;
    private long assigned;
    private boolean gone;

    /** From here on only for this life; found again by looking. */
    private long available;

    private long scanned;
    private FileSight last;
    private boolean queued;
    private boolean missed;

    /** @param number of the file in the order of their discovery, from 0: which subtask reads it */
    FollowedFile(int number, FileSight sight) {
        this(number, sight.path(), new FileMark(sight.device(), sight.node(), 0, 0), 0, false);
    }

    /** As it was in a former life. */
    FollowedFile(int number, Path path, FileMark mark, long assigned, boolean gone) {
        this.number = number;
        this.path = path;
        this.mark = mark;
        this.assigned = assigned;
        this.available = assigned;
        this.scanned = assigned;
        this.gone = gone;
    }

    int number() {
        return number;
    }

    Path path() {
        return path;
    }

    FileMark mark() {
        return mark;
    }

    /** Everything before this byte was handed out. */
    long assigned() {
        return assigned;
    }

    /** So many bytes of whole lines were there, handed out or not. */
    long known() {
        return Math.max(available, mark.headLength());
    }

    /** Not under any name where it was looked for. */
    boolean gone() {
        return gone;
    }

    /** What was not handed out of it cannot be any more. */
    void setGone() {
        gone = true;
        available = assigned;
        scanned = assigned;
        last = null;
    }

    String place() {
        return mark.device() + ":" + mark.node();
    }

    /** What stands in the file at a known place. */
    enum Content {
        /** The whole lines that were there, handed out or not, and maybe more. */
        SAME,
        OTHER,
        /** It was renamed or changed at this very moment: the next look tells. */
        UNCLEAR
    }

    Content content(FileSight sight) throws IOException {
        if (last != null && last.size() == sight.size() && last.modified() == sight.modified()) {
            return Content.SAME;
        }
        if (sight.size() < known()) {
            return Content.OTHER;
        }
        if (mark.headLength() == 0) {
            return Content.SAME;
        }
        Optional<FileMark> now = sight.mark(mark.headLength());
        if (now.isEmpty()) {
            return Content.UNCLEAR;
        }
        return now.get().headChecksum() == mark.headChecksum() ? Content.SAME : Content.OTHER;
    }

    /** It was not seen at a look, under no name: true the second time, since a file may be renamed while its directory is listed. */
    boolean missedAgain() {
        boolean again = missed;
        missed = true;
        return again;
    }

    /**
     * It is there, maybe under a new name, and holds what was handed out: looks for whole lines behind that.
     *
     * @throws LineTooLongException if the line that is being written is too long already
     */
    void seen(FileSight sight, LineLimit longest) throws IOException {
        path = sight.path();
        gone = false;
        missed = false;
        if (!sight.device().equals(mark.device())) {
            mark = new FileMark(sight.device(), mark.node(), mark.headLength(), mark.headChecksum());
        }
        if (sight.size() < scanned) {
            scanned = available;
        }
        long before = available;
        if (sight.size() > scanned && !scan(sight.size())) {
            return;
        }
        if (!extendHead(sight)) {
            available = before;
            scanned = before;
            return;
        }
        if (scanned - available > longest.bytes() + 2L) {
            throw longest.exceeded(path.toString(), available);
        }
        last = sight;
    }

    /**
     * Looks for the last line end between {@code scanned} and {@code size}.
     *
     * @return false if the file was renamed or got shorter meanwhile: the next look tells
     */
    private boolean scan(long size) throws IOException {
        byte[] block = new byte[(int) Math.min(BLOCK, size - scanned)];
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            for (long end = size; end > scanned; ) {
                long start = Math.max(scanned, end - block.length);
                int length = (int) (end - start);
                if (!readFully(channel, start, ByteBuffer.wrap(block, 0, length))) {
                    return false;
                }
                int found = lastLineFeed(block, length);
                if (found >= 0) {
                    available = start + found + 1;
                    scanned = size;
                    return true;
                }
                end = start;
            }
        } catch (NoSuchFileException e) {
            return false;
        }
        scanned = size;
        return true;
    }

    boolean ready() {
        return available > assigned;
    }

    /** Bytes of whole lines that were not handed out. */
    long pending() {
        return available - assigned;
    }

    /** Whether it stands in the queue of those that have something to hand out. */
    boolean queued() {
        return queued;
    }

    void queued(boolean now) {
        queued = now;
    }

    /**
     * Hands out the next part of what is ready; it ends with a line.
     *
     * @param size of the part, at most, unless one line is longer
     * @return empty if the file has changed since the look: the next one tells how
     */
    Optional<FileSplit> next(long size) throws IOException {
        long end = available - assigned > size ? endOfLine(assigned + size) : available;
        if (end < 0) {
            return Optional.empty();
        }
        FileSplit split = new FileSplit(path.toString(), assigned, end, end, 0, mark);
        assigned = end;
        return Optional.of(split);
    }

    /** Position behind the last line end before {@code target}, or else behind the first one after it; -1 if it cannot be told now. */
    private long endOfLine(long target) throws IOException {
        byte[] block = new byte[BLOCK];
        try (SeekableByteChannel channel = Files.newByteChannel(path)) {
            for (long end = target; end > assigned; end -= block.length) {
                long start = Math.max(assigned, end - block.length);
                int length = (int) (end - start);
                if (!readFully(channel, start, ByteBuffer.wrap(block, 0, length))) {
                    return -1;
                }
                int found = lastLineFeed(block, length);
                if (found >= 0) {
                    return checked(start + found + 1);
                }
            }
            for (long start = target; start < available; start += block.length) {
                int length = (int) Math.min(block.length, available - start);
                if (!readFully(channel, start, ByteBuffer.wrap(block, 0, length))) {
                    return -1;
                }
                for (int i = 0; i < length; i++) {
                    if (block[i] == '\n') {
                        return checked(start + i + 1);
                    }
                }
            }
        } catch (NoSuchFileException e) {
            return -1;
        }
        return -1;
    }

    /** The path may have led to another file meanwhile. */
    private long checked(long position) throws IOException {
        return FileSight.of(path).filter(now -> now.place().equals(place())).isPresent() ? position : -1;
    }

    /** False if the file ends before. */
    private static boolean readFully(SeekableByteChannel channel, long position, ByteBuffer target) throws IOException {
        channel.position(position);
        while (target.hasRemaining()) {
            if (channel.read(target) < 0) {
                return false;
            }
        }
        return true;
    }

    /** -1 if there is none. */
    private static int lastLineFeed(byte[] block, int length) {
        int at = length - 1;
        while (at >= 0 && block[at] != '\n') {
            at--;
        }
        return at;
    }

    /**
     * As soon as there are whole lines the file is known by them, also before they are handed out.
     *
     * @return false if it was renamed or changed meanwhile: the next look tells
     */
    private boolean extendHead(FileSight sight) throws IOException {
        int length = (int) Math.min(FileMark.LARGEST_HEAD, available);
        if (length <= mark.headLength()) {
            return true;
        }
        if (mark.headLength() > 0
                && sight.mark(mark.headLength()).filter(mark::equals).isEmpty()) {
            return false;
        }
        Optional<FileMark> longer = sight.mark(length);
        longer.ifPresent(more -> mark = more);
        return longer.isPresent();
    }
}
