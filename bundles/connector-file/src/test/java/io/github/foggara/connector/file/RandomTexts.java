package io.github.foggara.connector.file;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Texts that are awkward to cut: empty lines, both line ends, multi-byte characters, lone carriage returns, no end. */
public final class RandomTexts {
    private static final String[] PIECES = {
        "a",
        "bc",
        "word",
        "\r",
        "ä",
        "€",
        "\uD83D\uDE00",
        " ",
        "longer-than-eight-bytes",
        ",",
        "\"",
        "0123456",
        "\t",
        "\uFFFD"
    };

    private final Random random;

    public RandomTexts(long seed) {
        random = new Random(seed);
    }

    public String next(int lines) {
        StringBuilder text = new StringBuilder();
        if (random.nextInt(4) == 0) {
            text.append('\uFEFF');
        }
        for (int i = 0; i < lines; i++) {
            for (int n = random.nextInt(4); n > 0; n--) {
                text.append(PIECES[random.nextInt(PIECES.length)]);
            }
            if (i < lines - 1 || random.nextBoolean()) {
                text.append(random.nextBoolean() ? "\n" : "\r\n");
            }
        }
        return text.toString();
    }

    /** The definition, in the simplest way: without the mark, cut at LF, one CR before it belongs to the end. */
    public static List<String> lines(String text) {
        List<String> lines = new ArrayList<>();
        int begin = text.startsWith("\uFEFF") ? 1 : 0;
        while (begin < text.length()) {
            int end = text.indexOf('\n', begin);
            String line = text.substring(begin, end < 0 ? text.length() : end);
            lines.add(end >= 0 && line.endsWith("\r") ? line.substring(0, line.length() - 1) : line);
            begin = end < 0 ? text.length() : end + 1;
        }
        return lines;
    }

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
