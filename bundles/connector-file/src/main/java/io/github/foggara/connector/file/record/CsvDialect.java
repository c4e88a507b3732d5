package io.github.foggara.connector.file.record;

/**
 * How rows are written.
 *
 * @param separator ASCII character between fields
 * @param header the first row of each file names the columns
 * @param multiline quoted fields may contain line breaks
 */
public record CsvDialect(char separator, boolean header, boolean multiline) {
    public static final CsvDialect STANDARD = new CsvDialect(',', true, false);
    static final char QUOTE = '"';

    /**
     * @throws IllegalArgumentException if the separator cannot be one
     */
    public CsvDialect {
        if (separator == QUOTE || separator == '\n' || separator == '\r' || separator == 0 || separator > 0x7E) {
            throw new IllegalArgumentException(
                    "A separator is an ASCII character other than a quote or a line break, not '" + separator + "'");
        }
    }

    public CsvDialect withSeparator(char other) {
        return new CsvDialect(other, header, multiline);
    }

    public CsvDialect withHeader(boolean other) {
        return new CsvDialect(separator, other, multiline);
    }

    public CsvDialect withMultiline(boolean other) {
        return new CsvDialect(separator, header, other);
    }
}
