package io.github.foggara.connector.file;

import io.github.foggara.connector.file.input.LineFormat;
import io.github.foggara.connector.file.input.RecordFormat;

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
