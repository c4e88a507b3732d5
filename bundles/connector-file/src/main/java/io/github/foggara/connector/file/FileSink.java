package io.github.foggara.connector.file;

import io.github.foggara.api.job.CommitterContext;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.job.SinkCommitter;
import io.github.foggara.api.job.SinkContext;
import io.github.foggara.api.job.SinkWriter;
import io.github.foggara.connector.file.output.FileSinkCommitter;
import io.github.foggara.connector.file.output.FileSinkWriter;
import io.github.foggara.connector.file.output.PartFormat;
import java.nio.file.Path;
import java.util.Objects;

/**
 * Records into a directory, one file {@code part-00000.csv}, {@code part-00001.csv}, … per subtask, in UTF-8 with LF at
 * the line ends. Immutable.
 *
 * <p>The directory must not exist or be empty. It appears when the whole job has finished, complete and by one rename;
 * until then the parts stand in a hidden directory beside it, which is removed when the job fails or is cancelled.
 *
 * <p>In a job with checkpoints each complete one adds its parts, {@code part-00000-000017.csv} with its number: whole files that do not
 * change, each record in one of them whatever failed. They stay when the job fails or is cancelled. What came after the last checkpoint is
 * added when the job has finished.
 *
 * @param <T> type of the records
 */
public abstract sealed class FileSink<T> implements Sink<T> permits LineSink, CsvSink, JsonLinesSink {
    private final Path directory;

    FileSink(Path directory) {
        this.directory = Objects.requireNonNull(directory, "directory");
    }

    /** Each string as a line; one that contains line breaks gives several. */
    public static FileSink<String> lines(Path directory) {
        return new LineSink(directory);
    }

    /**
     * Comma-separated values. Each part begins with a header row of the names of the record's components; the record
     * type is that of the first record, and a subtask without records writes an empty part.
     */
    public static <T> CsvSink<T> csv(Path directory) {
        return new CsvSink<>(directory, null);
    }

    /**
     * Comma-separated values. Each part begins with a header row of the names of the record's components, also one
     * without records.
     *
     * @throws io.github.foggara.api.job.JobDefinitionException if a component has a type that a field cannot hold
     */
    public static <T extends Record> CsvSink<T> csv(Path directory, Class<T> type) {
        return new CsvSink<>(directory, type);
    }

    /** One JSON object per line; the record type is that of the first record. */
    public static <T> FileSink<T> jsonLines(Path directory) {
        return new JsonLinesSink<>(directory, null);
    }

    /**
     * One JSON object per line.
     *
     * @throws io.github.foggara.api.job.JobDefinitionException if a component has a type that JSON cannot hold
     */
    public static <T extends Record> FileSink<T> jsonLines(Path directory, Class<T> type) {
        return new JsonLinesSink<>(directory, type);
    }

    @Override
    public final SinkWriter<T> createWriter(SinkContext context) {
        return new FileSinkWriter<>(directory, format(), context);
    }

    @Override
    public final SinkCommitter createCommitter(CommitterContext context) {
        return new FileSinkCommitter(directory, format().extension(), context);
    }

    /** Kind, directory and options. */
    @Override
    public String toString() {
        return getClass().getSimpleName() + "[" + directory + "]";
    }

    /** Made per writer. */
    abstract PartFormat<T> format();

    final Path directory() {
        return directory;
    }
}
