package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileSplit;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One file of the input as it was when the job started.
 *
 * @param size in bytes
 * @param modified milliseconds since the epoch
 */
record InputFile(Path path, long size, long modified) {
    /** Whether it must be decompressed. */
    static boolean gzip(String path) {
        return path.toLowerCase(Locale.ROOT).endsWith(".gz");
    }

    boolean gzip() {
        return gzip(path.toString());
    }

    FileSplit split(long start, long end) {
        return new FileSplit(path.toString(), start, end, size, modified);
    }

    /** The whole file. */
    FileSplit whole() {
        return split(0, gzip() ? Long.MAX_VALUE : size);
    }

    /** The content of the split's file from {@code position} of the content on. */
    static SplitInput open(FileSplit split, long position) throws IOException {
        if (split.followed()) {
            return new FollowedInput(split, position);
        }
        if (gzip(split.path())) {
            return new GzipInput(split.path(), new PlainInput(split, 0), position);
        }
        return new PlainInput(split, position);
    }
}
