package io.github.foggara.connector.file.record;

import de.siegmar.fastcsv.reader.AbstractBaseCsvCallbackHandler;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.RecordWrapper;
import io.github.foggara.connector.file.input.MalformedRecordException;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Iterator;

/**
 * Rows to fields with FastCSV. One parser lives through many rows: it is fed one row at a time, each ended by LF, after
 * which it needs nothing more; when it does ask for more, a quote is open. After an error it is made anew.
 */
final class CsvLineParser {
    private static final int LONGEST_ROW = 1 << 30;

    private final char separator;
    private final Feed feed = new Feed();
    private Fields fields;
    private Iterator<Boolean> rows;
    private boolean[] wanted;

    CsvLineParser(char separator) {
        this.separator = separator;
    }

    /** Only these columns are kept as text from now on; null = all. */
    void keep(boolean[] columns) {
        wanted = columns;
        rows = null;
    }

    /**
     * @return the fields of the row, valid until the next call
     */
    Fields parse(String row) throws MalformedRecordException {
        if (row.indexOf('\r') >= 0) {
            return parseAlone(row);
        }
        if (rows == null) {
            fields = new Fields(wanted);
            rows = builder().build(fields, feed).iterator();
        }
        feed.row(row);
        return step(rows);
    }

    /**
     * A carriage return inside quotes makes FastCSV 3.7 lose the last field of a row that ends with LF; a row that
     * ends with the input is read well.
     */
    private Fields parseAlone(String row) throws MalformedRecordException {
        QuoteScan quotes = new QuoteScan(separator);
        byte[] utf8 = row.getBytes(StandardCharsets.UTF_8);
        if (quotes.carriageReturnOutside(row)) {
            throw new MalformedRecordException("it contains a carriage return outside quotes");
        }
        if (quotes.open(utf8, 0, utf8.length, false)) {
            throw unclosed();
        }
        fields = new Fields(wanted);
        rows = null;
        return step(builder().build(fields, row).iterator());
    }

    private Fields step(Iterator<Boolean> iterator) throws MalformedRecordException {
        try {
            iterator.next();
            return fields;
        } catch (UncheckedIOException e) {
            rows = null;
            throw unclosed();
        } catch (CsvParseException e) {
            rows = null;
            throw new MalformedRecordException(
                    e.getCause() == null ? e.getMessage() : e.getCause().getMessage());
        }
    }

    private static MalformedRecordException unclosed() {
        return new MalformedRecordException("a quoted field is not closed in this line (if fields may contain line"
                + " breaks, add multiline() to the source)");
    }

    private CsvReader.CsvReaderBuilder builder() {
        return CsvReader.builder()
                .fieldSeparator(separator)
                .quoteCharacter(CsvDialect.QUOTE)
                .acceptCharsAfterQuotes(false)
                .skipEmptyLines(false)
                .maxBufferSize(LONGEST_ROW);
    }

    /** The fields of the row that was read last. */
    static final class Fields extends AbstractBaseCsvCallbackHandler<Boolean> {
        private final boolean[] wanted;
        private String[] texts = new String[16];
        private int count;

        Fields(boolean[] wanted) {
            this.wanted = wanted;
        }

        int count() {
            return count;
        }

        String text(int column) {
            return texts[column];
        }

        @Override
        protected void handleBegin(long line) {
            count = 0;
        }

        @Override
        protected void handleField(int column, char[] buffer, int offset, int length, boolean quoted) {
            if (column == texts.length) {
                texts = Arrays.copyOf(texts, 2 * column);
            }
            boolean keep = wanted == null || column < wanted.length && wanted[column];
            texts[column] = keep ? new String(buffer, offset, length) : null;
            count = column + 1;
        }

        @Override
        protected RecordWrapper<Boolean> buildRecord() {
            return wrapRecord(Boolean.TRUE);
        }
    }

    /** Gives out the characters of one row and a LF, and fails when asked for more. */
    private static final class Feed extends Reader {
        private String row;
        private int next;

        void row(String text) {
            row = text;
            next = 0;
        }

        @Override
        public int read(char[] target, int offset, int length) throws IOException {
            int left = row.length() - next;
            if (left < 0) {
                throw new IOException("a row goes on");
            }
            if (left == 0) {
                target[offset] = '\n';
                next++;
                return 1;
            }
            int count = Math.min(left, length);
            row.getChars(next, next + count, target, offset);
            next += count;
            if (count < length && next == row.length()) {
                target[offset + count] = '\n';
                next++;
                return count + 1;
            }
            return count;
        }

        @Override
        public void close() {}
    }
}
