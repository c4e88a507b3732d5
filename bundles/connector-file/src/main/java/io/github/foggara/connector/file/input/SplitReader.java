package io.github.foggara.connector.file.input;

import io.github.foggara.connector.file.FileSplit;
import java.io.Closeable;
import java.io.IOException;

/** One split being read: knows where the next record begins. Task thread only. */
final class SplitReader implements Closeable {
    private final FileSplit split;
    private final RecordFormat<?> format;
    private final SplitInput input;
    private final LineSplitter lines;
    private final boolean gzip;

    private SplitReader(FileSplit split, RecordFormat<?> format, SplitInput input, LineSplitter lines) {
        this.split = split;
        this.format = format;
        this.input = input;
        this.lines = lines;
        this.gzip = InputFile.gzip(split.path());
    }

    static SplitReader open(FileSplit split, RecordFormat<?> format, LineLimit longest) throws IOException {
        SplitInput input = InputFile.open(split, Math.max(0, split.start() - 1));
        try {
            LineSplitter lines = new LineSplitter(split.path(), input, split.start(), split.end(), longest);
            SplitReader reader = new SplitReader(split, format, input, lines);
            if (split.start() == 0 && format.hasHeader()) {
                reader.next();
            }
            return reader;
        } catch (IOException | RuntimeException e) {
            input.close();
            throw e;
        }
    }

    /** Finds the next record's bytes; false at the end of the split, when the file was checked to be unchanged. */
    boolean next() throws IOException {
        if (!lines.next()) {
            input.verifyUnchanged();
            return false;
        }
        boolean inside = false;
        while (true) {
            int before = lines.lengthBefore();
            inside = format.continues(lines.bytes(), lines.offset() + before, lines.length() - before, inside);
            if (!inside || !lines.extend()) {
                return true;
            }
        }
    }

    LineSplitter line() {
        return lines;
    }

    FileSplit split() {
        return split;
    }

    /** What has not been read of the split. */
    FileSplit rest() {
        return split.from(lines.position());
    }

    /** Bytes of the file that this reader has worked off; they add up to the file's size over all of its splits. */
    long progress() {
        return gzip ? input.filePosition() : Math.max(0, Math.min(lines.position(), split.end()) - split.start());
    }

    @Override
    public void close() throws IOException {
        input.close();
    }
}
