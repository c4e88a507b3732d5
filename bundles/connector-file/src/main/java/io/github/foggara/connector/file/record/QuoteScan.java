package io.github.foggara.connector.file.record;

/**
 * Where quotes open and close in a row: a quote opens a field only as its first character, and a doubled one inside
 * stands for itself. The same rule FastCSV follows, on the bytes, because a row's end must be known before it is decoded.
 */
final class QuoteScan {
    private final char separator;

    QuoteScan(char separator) {
        this.separator = separator;
    }

    /** Whether the text, which begins inside quotes if {@code inside}, ends inside quotes. */
    boolean open(byte[] bytes, int offset, int length, boolean inside) {
        boolean quoted = inside;
        boolean fieldStart = !inside;
        for (int i = offset; i < offset + length; i++) {
            byte c = bytes[i];
            if (quoted) {
                // a doubled quote closes and opens again, which comes to the same
                quoted = c != CsvDialect.QUOTE;
                fieldStart = !quoted;
            } else if (c == CsvDialect.QUOTE && fieldStart) {
                quoted = true;
            } else {
                fieldStart = c == separator;
            }
        }
        return quoted;
    }

    boolean carriageReturnOutside(String row) {
        boolean quoted = false;
        boolean fieldStart = true;
        for (int i = 0; i < row.length(); i++) {
            char c = row.charAt(i);
            if (quoted) {
                quoted = c != CsvDialect.QUOTE;
                fieldStart = !quoted;
            } else if (c == '\r') {
                return true;
            } else if (c == CsvDialect.QUOTE && fieldStart) {
                quoted = true;
            } else {
                fieldStart = c == separator;
            }
        }
        return false;
    }
}
