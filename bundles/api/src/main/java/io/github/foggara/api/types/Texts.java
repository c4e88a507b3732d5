package io.github.foggara.api.types;

import java.nio.charset.StandardCharsets;

/**
 * Texts as UTF-8, except that a surrogate without its partner, which UTF-8 cannot say, is written as the three bytes its
 * number would take (WTF-8). So every {@code String} comes back as it was.
 */
final class Texts {
    private static final int THREE_BYTES = 0xE0;
    private static final int MORE = 0x80;

    private Texts() {}

    static byte[] encode(String text) {
        return wellFormed(text) ? text.getBytes(StandardCharsets.UTF_8) : encodeSlowly(text);
    }

    static String decode(byte[] bytes, int offset, int length) {
        String text = new String(bytes, offset, length, StandardCharsets.UTF_8);
        return text.indexOf('\uFFFD') < 0 ? text : decodeSlowly(bytes, offset, length);
    }

    private static boolean wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (Character.charCount(text.codePointAt(i)) == 1) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    private static byte[] encodeSlowly(String text) {
        RecordOutput out = new RecordOutput(3 * text.length());
        int i = 0;
        while (i < text.length()) {
            int codePoint = text.codePointAt(i);
            int chars = Character.charCount(codePoint);
            if (chars == 1 && Character.isSurrogate((char) codePoint)) {
                out.writeByte(THREE_BYTES | codePoint >>> 12);
                out.writeByte(MORE | codePoint >>> 6 & 0x3F);
                out.writeByte(MORE | codePoint & 0x3F);
            } else {
                byte[] utf8 = text.substring(i, i + chars).getBytes(StandardCharsets.UTF_8);
                out.writeBytes(utf8, 0, utf8.length);
            }
            i += chars;
        }
        return out.toByteArray();
    }

    /** Between two lone surrogates everything is UTF-8. */
    private static String decodeSlowly(byte[] bytes, int offset, int length) {
        StringBuilder text = new StringBuilder(length);
        int end = offset + length;
        int begin = offset;
        for (int i = offset; i + 2 < end; i++) {
            if ((bytes[i] & 0xFF) == 0xED && (bytes[i + 1] & 0xE0) == 0xA0 && (bytes[i + 2] & 0xC0) == MORE) {
                text.append(new String(bytes, begin, i - begin, StandardCharsets.UTF_8));
                text.append((char) (0xD000 | (bytes[i + 1] & 0x3F) << 6 | bytes[i + 2] & 0x3F));
                begin = i + 3;
                i += 2;
            }
        }
        return text.append(new String(bytes, begin, end - begin, StandardCharsets.UTF_8))
                .toString();
    }
}
