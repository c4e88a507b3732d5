package io.github.foggara.connector.file;

import io.github.foggara.connector.file.output.PartFormat;
import io.github.foggara.connector.file.record.CsvDialect;
import io.github.foggara.connector.file.record.CsvPartFormat;
import io.github.foggara.connector.file.record.RecordType;
import java.nio.file.Path;

/**
 * Records as comma-separated values; made by {@link FileSink#csv(Path, Class)}. Immutable. A field is quoted where its
 * text needs it; null is an empty field, an empty string a quoted one.
 */
public final class CsvSink<T> extends FileSink<T> {
    private final Class<?> type;
    private final CsvDialect dialect;

    CsvSink(Path directory, Class<?> type) {
        this(directory, type, CsvDialect.STANDARD);
    }

    private CsvSink(Path directory, Class<?> type, CsvDialect dialect) {
        super(directory);
        this.type = type;
        this.dialect = dialect;
        if (type != null) {
            RecordType.of(type);
        }
    }

    /**
     * Character between the fields; comma if not given.
     *
     * @throws IllegalArgumentException if it is a quote, a line break or not ASCII
     */
    public CsvSink<T> separator(char separator) {
        return new CsvSink<>(directory(), type, dialect.withSeparator(separator));
    }

    /** The parts get no header row. */
    public CsvSink<T> withoutHeader() {
        return new CsvSink<>(directory(), type, dialect.withHeader(false));
    }

    @Override
    public String toString() {
        return super.toString() + dialect;
    }

    @Override
    PartFormat<T> format() {
        return new CsvPartFormat<>(type, dialect);
    }
}
