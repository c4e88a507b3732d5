package io.github.foggara.connector.file.input;

import java.nio.charset.StandardCharsets;

/** A line is the record. */
public final class LineFormat implements RecordFormat<String> {
    @Override
    public String read(byte[] bytes, int offset, int length, boolean ascii) {
        return text(bytes, offset, length, ascii);
    }

    /** ASCII bytes are copied as they are; others are decoded as UTF-8, malformed ones become U+FFFD. */
    static String text(byte[] bytes, int offset, int length, boolean ascii) {
        return new String(bytes, offset, length, ascii ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
    }
}
