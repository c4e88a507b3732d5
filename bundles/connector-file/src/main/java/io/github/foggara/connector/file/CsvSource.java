package io.github.foggara.connector.file;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.connector.file.input.RecordFormat;
import io.github.foggara.connector.file.record.CsvDialect;
import io.github.foggara.connector.file.record.CsvFormat;
import io.github.foggara.connector.file.record.RecordType;
import java.time.Duration;

/**
 * Comma-separated values (RFC 4180) as records; made by {@link FileSource#csv(String, Class)}. Immutable.
 *
 * <p>Columns are found by the header row of each file; columns without a component are ignored, a component without a
 * column fails the job. A field that is empty gives null, and an empty string for a {@code String}; it is malformed for
 * a primitive component, as is a row with more or fewer fields than the header. Empty lines are skipped.
 *
 * <p>Files are cut into byte ranges, so a quoted field must not contain line breaks unless {@link #multiline()} is
 * given: such a row is malformed, never misread silently under {@link OnMalformed#FAIL}.
 */
public final class CsvSource<T extends Record> extends FileSource<T> {
    private final Class<T> type;
    private final CsvDialect dialect;

    CsvSource(ReadOptions options, Class<T> type) {
        this(options, type, CsvDialect.STANDARD);
    }

    private CsvSource(ReadOptions options, Class<T> type, CsvDialect dialect) {
        super(options);
        this.type = type;
        this.dialect = dialect;
        RecordType.of(type);
    }

    /**
     * Character between the fields; comma if not given.
     *
     * @throws IllegalArgumentException if it is a quote, a line break or not ASCII
     */
    public CsvSource<T> separator(char separator) {
        return new CsvSource<>(options(), type, dialect.withSeparator(separator));
    }

    /** The files have no header row: the first column is the first component, and so on. */
    public CsvSource<T> withoutHeader() {
        return new CsvSource<>(options(), type, dialect.withHeader(false));
    }

    /** Quoted fields may contain line breaks; each file is then read whole by one subtask. */
    public CsvSource<T> multiline() {
        if (options().follows()) {
            throw new JobDefinitionException("A CSV source that follows files cannot read them whole: no multiline()");
        }
        return new CsvSource<>(options(), type, dialect.withMultiline(true));
    }

    /** What happens to a row that does not fit; {@link OnMalformed#FAIL} if not given. */
    public CsvSource<T> onMalformed(OnMalformed policy) {
        return new CsvSource<>(options().withOnMalformed(policy), type, dialect);
    }

    /**
     * Like {@link #onMalformed(OnMalformed)}, for a program whose users choose the policy by an argument: under
     * {@link OnMalformed#FAIL} the message says "Correct the file, or ADVICE."
     *
     * @param advice names the argument, such as {@code leave such rows out with --malformed skip}
     */
    public CsvSource<T> onMalformed(OnMalformed policy, String advice) {
        return new CsvSource<>(options().withOnMalformed(policy).withAdvice(advice), type, dialect);
    }

    /** Longest row in bytes, from 1 to 1 GiB; if not given, 64 MiB or 1/16 of the reading process's heap, whichever is less. A longer one fails the job. */
    public CsvSource<T> maxLineLength(int bytes) {
        return new CsvSource<>(options().withMaxLineLength(bytes), type, dialect);
    }

    /** Size of the byte ranges, at least 1; if not given, it follows from the size of the input and the parallelism. */
    public CsvSource<T> splitSize(long bytes) {
        return new CsvSource<>(options().withSplitSize(bytes), type, dialect);
    }

    /**
     * Follows the files: also those that come later and what is appended to them, see {@link FileSource}. Not with {@link #multiline()}.
     *
     * @param interval between two looks for new lines, more than 0
     */
    public CsvSource<T> monitorContinuously(Duration interval) {
        if (dialect.multiline()) {
            throw new JobDefinitionException(
                    "A CSV source with multiline() reads files whole, so it cannot follow them");
        }
        return new CsvSource<>(options().withInterval(interval), type, dialect);
    }

    /** What happens when lines of a followed file are lost before they are read; {@link OnLost#FAIL} if not given. */
    public CsvSource<T> onLost(OnLost policy) {
        return new CsvSource<>(options().withOnLost(policy), type, dialect);
    }

    @Override
    public Class<T> recordType() {
        return type;
    }

    @Override
    public String toString() {
        return super.toString() + dialect + type.getName();
    }

    @Override
    boolean splittable() {
        return !dialect.multiline();
    }

    @Override
    RecordFormat<T> format() {
        return new CsvFormat<>(RecordType.of(type), dialect);
    }
}
