package io.github.foggara.connector.file.record;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import de.siegmar.fastcsv.writer.QuoteStrategies;
import io.github.foggara.connector.file.output.PartFormat;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;

/** Records as rows. Task thread only. */
public final class CsvPartFormat<T> implements PartFormat<T> {
    private final CsvDialect dialect;
    private RecordType type;
    private CsvWriter rows;
    private String[] fields;

    /** @param type null = that of the first record */
    public CsvPartFormat(Class<?> type, CsvDialect dialect) {
        this.type = type == null ? null : RecordType.of(type);
        this.dialect = dialect;
    }

    @Override
    public String extension() {
        return "csv";
    }

    @Override
    public void begin(OutputStream out) throws IOException {
        rows = CsvWriter.builder()
                .fieldSeparator(dialect.separator())
                .quoteCharacter(CsvDialect.QUOTE)
                .quoteStrategy(QuoteStrategies.EMPTY)
                .lineDelimiter(LineDelimiter.LF)
                .build(out);
        if (type != null) {
            beginTable();
        }
    }

    private void beginTable() throws IOException {
        fields = new String[type.size()];
        if (dialect.header()) {
            for (int i = 0; i < fields.length; i++) {
                fields[i] = type.name(i);
            }
            writeFields();
        }
    }

    @Override
    public void write(T record) throws IOException {
        if (type == null) {
            type = RecordType.of(record.getClass());
            beginTable();
        } else if (record.getClass() != type.shape().type()) {
            throw PartFormat.otherType(record, type.shape().type());
        }
        for (int i = 0; i < fields.length; i++) {
            Object value = type.shape().value(i, record);
            fields[i] = value == null ? null : type.scalar(i).format(value);
        }
        writeFields();
    }

    private void writeFields() throws IOException {
        try {
            rows.writeRecord(fields);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    @Override
    public void end() throws IOException {
        rows.close();
    }
}
