package io.github.foggara.connector.file.record;

import io.github.foggara.connector.file.input.MalformedRecordException;
import io.github.foggara.connector.file.input.RecordFormat;
import io.github.foggara.connector.file.record.CsvLineParser.Fields;
import java.util.ArrayList;
import java.util.List;

/** Rows as records. Task thread only. */
public final class CsvFormat<T> implements RecordFormat<T> {
    private final RecordType type;
    private final CsvDialect dialect;
    private final CsvLineParser parser;
    private final QuoteScan quotes;
    private final Utf8Text text = new Utf8Text();
    /** Column of each component. */
    private final int[] columns;

    private int width;

    public CsvFormat(RecordType type, CsvDialect dialect) {
        this.type = type;
        this.dialect = dialect;
        this.parser = new CsvLineParser(dialect.separator());
        this.quotes = new QuoteScan(dialect.separator());
        this.columns = new int[type.size()];
        this.width = type.size();
        for (int i = 0; i < columns.length; i++) {
            columns[i] = i;
        }
    }

    @Override
    public boolean hasHeader() {
        return dialect.header();
    }

    @Override
    public void header(byte[] bytes, int offset, int length) throws MalformedRecordException {
        parser.keep(null);
        Fields fields = parser.parse(text.decode(bytes, offset, length, false));
        List<String> names = new ArrayList<>();
        for (int i = 0; i < fields.count(); i++) {
            names.add(fields.text(i).strip());
        }
        boolean[] wanted = new boolean[names.size()];
        for (int i = 0; i < columns.length; i++) {
            int column = names.indexOf(type.name(i));
            if (column < 0) {
                throw new MalformedRecordException("there is no column '" + type.name(i) + "' for the component of "
                        + type.shape().type().getName() + "; the columns are " + names
                        + ". Rename the component or the column, check the separator ('" + dialect.separator()
                        + "'), or use withoutHeader()");
            }
            if (names.lastIndexOf(type.name(i)) != column) {
                throw new MalformedRecordException("the column '" + type.name(i) + "' stands there twice");
            }
            columns[i] = column;
            wanted[column] = true;
        }
        width = names.size();
        parser.keep(wanted);
    }

    @Override
    public boolean continues(byte[] bytes, int offset, int length, boolean inside) {
        return dialect.multiline() && quotes.open(bytes, offset, length, inside);
    }

    @Override
    @SuppressWarnings("unchecked")
    public T read(byte[] bytes, int offset, int length, boolean ascii) throws MalformedRecordException {
        if (length == 0) {
            return null;
        }
        Fields fields = parser.parse(text.decode(bytes, offset, length, ascii));
        if (fields.count() != width) {
            throw new MalformedRecordException("it has " + fields.count() + " fields where " + width + " are expected");
        }
        Object[] values = new Object[columns.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = type.scalar(i).parse(fields.text(columns[i]), type.name(i));
        }
        return (T) type.shape().create(values);
    }
}
