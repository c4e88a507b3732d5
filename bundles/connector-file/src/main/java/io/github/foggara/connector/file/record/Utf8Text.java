package io.github.foggara.connector.file.record;

import io.github.foggara.connector.file.input.MalformedRecordException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Strict UTF-8: in a record, bytes that are not text are an error, not a replacement character. */
final class Utf8Text {
    String decode(byte[] bytes, int offset, int length, boolean ascii) throws MalformedRecordException {
        if (ascii) {
            return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
        }
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        if (text.indexOf('\uFFFD') >= 0) {
            byte[] again = text.getBytes(StandardCharsets.UTF_8);
            if (!Arrays.equals(again, 0, again.length, bytes, offset, offset + length)) {
                throw new MalformedRecordException("it is not UTF-8");
            }
        }
        return text;
    }
}
