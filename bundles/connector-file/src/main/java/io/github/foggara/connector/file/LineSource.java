package io.github.foggara.connector.file;

import io.github.foggara.connector.file.input.LineFormat;
import io.github.foggara.connector.file.input.RecordFormat;
import java.time.Duration;

/** Lines of text files; made by {@link FileSource#lines(String)}. Immutable. */
public final class LineSource extends FileSource<String> {
    LineSource(ReadOptions options) {
        super(options);
    }

    /** Longest line in bytes, from 1 to 1 GiB; if not given, 64 MiB or 1/16 of the reading process's heap, whichever is less. A longer one fails the job. */
    public LineSource maxLineLength(int bytes) {
        return new LineSource(options().withMaxLineLength(bytes));
    }

    /** Size of the byte ranges, at least 1; if not given, it follows from the size of the input and the parallelism. */
    public LineSource splitSize(long bytes) {
        return new LineSource(options().withSplitSize(bytes));
    }

    /**
     * Follows the files: also those that come later and what is appended to them, see {@link FileSource}.
     *
     * @param interval between two looks for new lines, more than 0
     */
    public LineSource monitorContinuously(Duration interval) {
        return new LineSource(options().withInterval(interval));
    }

    /** What happens when lines of a followed file are lost before they are read; {@link OnLost#FAIL} if not given. */
    public LineSource onLost(OnLost policy) {
        return new LineSource(options().withOnLost(policy));
    }

    @Override
    public Class<String> recordType() {
        return String.class;
    }

    @Override
    boolean splittable() {
        return true;
    }

    @Override
    RecordFormat<String> format() {
        return new LineFormat();
    }
}
