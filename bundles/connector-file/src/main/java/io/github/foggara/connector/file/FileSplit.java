package io.github.foggara.connector.file;

import java.util.Objects;

/**
 * A part of one input file: the records that begin in {@code [start, end)}. Immutable.
 *
 * @param path absolute path of the file
 * @param start first position, from 0; in the decompressed content for a gzip file
 * @param end position behind the last one; {@link Long#MAX_VALUE} for a gzip file
 * @param fileSize size of the file in bytes when the job started; of a followed file, how much of it were whole lines when the split was made
 * @param modified its modification time then, in milliseconds since the epoch; a file that changed since is refused. 0 for a followed file
 * @param mark what a followed file is known by, whatever its name is when it is read; null for a file that must not change
 */
public record FileSplit(String path, long start, long end, long fileSize, long modified, FileMark mark) {
    /**
     * @throws IllegalArgumentException if the range is not one
     */
    public FileSplit {
        Objects.requireNonNull(path, "path");
        if (path.isEmpty() || start < 0 || end < start || fileSize < 0 || mark != null && end > fileSize) {
            throw new IllegalArgumentException(
                    "Not a part of a file: '" + path + "' from " + start + " to " + end + " of " + fileSize + " bytes");
        }
    }

    /** Of a file that must not change. */
    public FileSplit(String path, long start, long end, long fileSize, long modified) {
        this(path, start, end, fileSize, modified, null);
    }

    /** Whether the file may grow and be renamed. */
    public boolean followed() {
        return mark != null;
    }

    /** Whether no record can begin in it. */
    public boolean empty() {
        return start == end;
    }

    /** The same part as far as it lies at or behind {@code position}. */
    public FileSplit from(long position) {
        return new FileSplit(path, Math.min(position, end), end, fileSize, modified, mark);
    }
}
