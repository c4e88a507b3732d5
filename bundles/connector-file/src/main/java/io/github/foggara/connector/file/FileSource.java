package io.github.foggara.connector.file;

import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.EnumeratorContext;
import io.github.foggara.api.job.ReaderContext;
import io.github.foggara.api.job.Source;
import io.github.foggara.api.job.SourceReader;
import io.github.foggara.api.job.SplitCodec;
import io.github.foggara.api.job.SplitEnumerator;
import io.github.foggara.connector.file.input.FileSourceReader;
import io.github.foggara.connector.file.input.FileSplitCodec;
import io.github.foggara.connector.file.input.FileSplitEnumerator;
import io.github.foggara.connector.file.input.FollowingEnumerator;
import io.github.foggara.connector.file.input.LineLimit;
import io.github.foggara.connector.file.input.RecordFormat;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;

/**
 * Records from text files. Immutable: each option gives a new source.
 *
 * <p>The input is named by a file, a directory (its regular files, without hidden ones and without subdirectories) or a
 * glob such as {@code data/*.csv} or {@code data/**}{@code /*.jsonl}; files are taken in the order of their names. Text is UTF-8; a byte
 * order mark is skipped; lines end with LF or CRLF, the last one with or without. Names that end with {@code .gz} are
 * decompressed and read whole by one subtask; all others are cut into byte ranges that the subtasks ask for one at a time.
 *
 * <p>A file that vanishes or changes while the job reads it fails the job, as does a line above the limit.
 *
 * <p>With {@code monitorContinuously} the source is unbounded: it follows the files that the pattern means now and later, and reads what is
 * appended to them, whole lines only. A file may be renamed within its directory, as logs are when they are rotated; it is known by its place
 * on the disk and by how it begins. Names of hidden, unfinished and compressed files are left out, and so is a last line without its end.
 * All lines of a file go to one subtask, in their order.
 *
 * @param <T> type of the records
 */
public abstract sealed class FileSource<T> implements Source<T, FileSplit>
        permits LineSource, CsvSource, JsonLinesSource {
    private final ReadOptions options;

    FileSource(ReadOptions options) {
        this.options = options;
    }

    /** Each line of the files, without its end. Bytes that are not UTF-8 become U+FFFD. */
    public static LineSource lines(String pattern) {
        return new LineSource(ReadOptions.of(pattern));
    }

    /** Like {@link #lines(String)}; the path may be a pattern. */
    public static LineSource lines(Path pattern) {
        return lines(pattern.toString());
    }

    /**
     * Comma-separated values with a header row that names the columns; each record component takes the column of its
     * name.
     *
     * @throws io.github.foggara.api.job.JobDefinitionException if a component has a type that a field cannot hold
     */
    public static <T extends Record> CsvSource<T> csv(String pattern, Class<T> type) {
        return new CsvSource<>(ReadOptions.of(pattern), type);
    }

    /** Like {@link #csv(String, Class)}; the path may be a pattern. */
    public static <T extends Record> CsvSource<T> csv(Path pattern, Class<T> type) {
        return csv(pattern.toString(), type);
    }

    /**
     * One JSON object per line; each record component takes the field of its name.
     *
     * @throws io.github.foggara.api.job.JobDefinitionException if a component has a type that JSON cannot be bound to
     */
    public static <T extends Record> JsonLinesSource<T> jsonLines(String pattern, Class<T> type) {
        return new JsonLinesSource<>(ReadOptions.of(pattern), type);
    }

    /** Like {@link #jsonLines(String, Class)}; the path may be a pattern. */
    public static <T extends Record> JsonLinesSource<T> jsonLines(Path pattern, Class<T> type) {
        return jsonLines(pattern.toString(), type);
    }

    @Override
    public final Boundedness boundedness() {
        return options.follows() ? Boundedness.UNBOUNDED : Boundedness.BOUNDED;
    }

    @Override
    public final SplitEnumerator<FileSplit> createEnumerator(EnumeratorContext<FileSplit> context) {
        return options.follows() ? following(context) : bounded(context);
    }

    @Override
    public final SplitEnumerator<FileSplit> restoreEnumerator(EnumeratorContext<FileSplit> context, byte[] state) {
        return options.follows()
                ? following(context).restore(state)
                : bounded(context).restore(state);
    }

    private FileSplitEnumerator bounded(EnumeratorContext<FileSplit> context) {
        return new FileSplitEnumerator(options.pattern(), options.splitSize(), splittable(), context);
    }

    private FollowingEnumerator following(EnumeratorContext<FileSplit> context) {
        return new FollowingEnumerator(
                options.pattern(), options.interval(), options.splitSize(), longest(), options.onLost(), context);
    }

    private LineLimit longest() {
        return LineLimit.of(options.maxLineLength(), Runtime.getRuntime().maxMemory());
    }

    @Override
    public final SourceReader<T, FileSplit> createReader(ReaderContext context) {
        return new FileSourceReader<>(
                context, format(), longest(), options.onMalformed(), options.advice(), options.onLost());
    }

    @Override
    public final SplitCodec<FileSplit> splitCodec() {
        return new FileSplitCodec();
    }

    /** Kind, pattern and options: two sources with equal text read the same. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + options + "]";
    }

    /** False if a file must be read from its beginning by one reader. */
    abstract boolean splittable();

    /** Made per reader. */
    abstract RecordFormat<T> format();

    final ReadOptions options() {
        return options;
    }

    /**
     * What all formats share.
     *
     * @param splitSize 0: by the size of the input
     * @param maxLineLength 0: by the heap of whoever reads, so that the same job is the same on every machine
     * @param advice what users can do about a malformed record but correct it
     * @param interval between two looks for new lines; zero: the files are those that are there when the job starts
     */
    record ReadOptions(
            String pattern,
            long splitSize,
            int maxLineLength,
            OnMalformed onMalformed,
            String advice,
            Duration interval,
            OnLost onLost) {
        private static final String SKIP = "skip such records with onMalformed(OnMalformed.SKIP) at the source";
        private static final int LARGEST_LINE = 1 << 30;

        ReadOptions {
            Objects.requireNonNull(pattern, "pattern");
            Objects.requireNonNull(onMalformed, "onMalformed");
            Objects.requireNonNull(advice, "advice");
            Objects.requireNonNull(interval, "interval");
            Objects.requireNonNull(onLost, "onLost");
            if (splitSize < 0) {
                throw new IllegalArgumentException("A split size is at least one byte, not " + splitSize);
            }
        }

        static ReadOptions of(String pattern) {
            return new ReadOptions(pattern, 0, 0, OnMalformed.FAIL, SKIP, Duration.ZERO, OnLost.FAIL);
        }

        boolean follows() {
            return !interval.isZero();
        }

        ReadOptions withInterval(Duration between) {
            if (between.isNegative() || between.isZero()) {
                throw new IllegalArgumentException("The time between two looks must be more than 0, not " + between);
            }
            return new ReadOptions(pattern, splitSize, maxLineLength, onMalformed, advice, between, onLost);
        }

        ReadOptions withOnLost(OnLost policy) {
            return new ReadOptions(pattern, splitSize, maxLineLength, onMalformed, advice, interval, policy);
        }

        ReadOptions withSplitSize(long bytes) {
            return new ReadOptions(pattern, Math.max(1, bytes), maxLineLength, onMalformed, advice, interval, onLost);
        }

        ReadOptions withMaxLineLength(int bytes) {
            if (bytes < 1 || bytes > LARGEST_LINE) {
                throw new IllegalArgumentException(
                        "The longest line must be from 1 to " + LARGEST_LINE + " bytes, not " + bytes);
            }
            return new ReadOptions(pattern, splitSize, bytes, onMalformed, advice, interval, onLost);
        }

        ReadOptions withOnMalformed(OnMalformed policy) {
            return new ReadOptions(pattern, splitSize, maxLineLength, policy, advice, interval, onLost);
        }

        ReadOptions withAdvice(String text) {
            return new ReadOptions(pattern, splitSize, maxLineLength, onMalformed, text, interval, onLost);
        }
    }
}
