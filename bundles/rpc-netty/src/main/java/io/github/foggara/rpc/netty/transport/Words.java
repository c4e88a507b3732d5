package io.github.foggara.rpc.netty.transport;

import java.nio.charset.StandardCharsets;

/** Short texts for people, of which some come from peers that nobody has proved. */
final class Words {
    static final int MAX_CHARACTERS = 1000;

    private Words() {}

    /** Without anything that could forge a line of a log or move a terminal's cursor, and not too long. */
    static String clean(String text) {
        StringBuilder clean = new StringBuilder(Math.min(text.length(), MAX_CHARACTERS));
        for (int i = 0; i < text.length() && i < MAX_CHARACTERS; i++) {
            char c = text.charAt(i);
            boolean printable = !Character.isISOControl(c)
                    && Character.getType(c) != Character.FORMAT
                    && Character.getType(c) != Character.LINE_SEPARATOR
                    && Character.getType(c) != Character.PARAGRAPH_SEPARATOR;
            clean.append(printable ? c : '?');
        }
        return clean.toString();
    }

    static byte[] encode(String text) {
        return clean(text).getBytes(StandardCharsets.UTF_8);
    }

    static String decode(byte[] payload) {
        return clean(new String(payload, StandardCharsets.UTF_8));
    }
}
