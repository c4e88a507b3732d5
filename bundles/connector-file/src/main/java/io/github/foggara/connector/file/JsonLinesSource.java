package io.github.foggara.connector.file;

import io.github.foggara.connector.file.input.RecordFormat;
import io.github.foggara.connector.file.record.JsonLinesFormat;
import io.github.foggara.connector.file.record.JsonRecordType;
import java.time.Duration;

/**
 * One JSON object per line as records; made by {@link FileSource#jsonLines(String, Class)}. Immutable. Fields without a
 * component are ignored; a missing field or {@code null} gives null, and is malformed for a primitive component. Lines
 * without content are skipped.
 */
public final class JsonLinesSource<T extends Record> extends FileSource<T> {
    private final Class<T> type;

    JsonLinesSource(ReadOptions options, Class<T> type) {
        super(options);
        this.type = type;
        JsonRecordType.of(type);
    }

    /** What happens to a line that is not such an object; {@link OnMalformed#FAIL} if not given. */
    public JsonLinesSource<T> onMalformed(OnMalformed policy) {
        return new JsonLinesSource<>(options().withOnMalformed(policy), type);
    }

    /**
     * Like {@link #onMalformed(OnMalformed)}, for a program whose users choose the policy by an argument: under
     * {@link OnMalformed#FAIL} the message says "Correct the file, or ADVICE."
     *
     * @param advice names the argument, such as {@code leave such lines out with --malformed skip}
     */
    public JsonLinesSource<T> onMalformed(OnMalformed policy, String advice) {
        return new JsonLinesSource<>(options().withOnMalformed(policy).withAdvice(advice), type);
    }

    /** Longest line in bytes, from 1 to 1 GiB; if not given, 64 MiB or 1/16 of the reading process's heap, whichever is less. A longer one fails the job. */
    public JsonLinesSource<T> maxLineLength(int bytes) {
        return new JsonLinesSource<>(options().withMaxLineLength(bytes), type);
    }

    /** Size of the byte ranges, at least 1; if not given, it follows from the size of the input and the parallelism. */
    public JsonLinesSource<T> splitSize(long bytes) {
        return new JsonLinesSource<>(options().withSplitSize(bytes), type);
    }

    /**
     * Follows the files: also those that come later and what is appended to them, see {@link FileSource}.
     *
     * @param interval between two looks for new lines, more than 0
     */
    public JsonLinesSource<T> monitorContinuously(Duration interval) {
        return new JsonLinesSource<>(options().withInterval(interval), type);
    }

    /** What happens when lines of a followed file are lost before they are read; {@link OnLost#FAIL} if not given. */
    public JsonLinesSource<T> onLost(OnLost policy) {
        return new JsonLinesSource<>(options().withOnLost(policy), type);
    }

    @Override
    public Class<T> recordType() {
        return type;
    }

    @Override
    public String toString() {
        return super.toString() + type.getName();
    }

    @Override
    boolean splittable() {
        return true;
    }

    @Override
    RecordFormat<T> format() {
        return new JsonLinesFormat<>(JsonRecordType.of(type));
    }
}
