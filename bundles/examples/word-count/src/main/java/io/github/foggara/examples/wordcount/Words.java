package io.github.foggara.examples.wordcount;

import io.github.foggara.api.function.Collector;
import java.util.Locale;

/**
 * Cuts lines into words. A word is a maximal run of Unicode letters and digits, in lower case: {@code "It's 3 O'Clock"} is
 * {@code it, s, 3, o, clock}. Letters outside the basic plane, which take two chars, count as letters too.
 */
final class Words {
    private Words() {}

    static void split(String line, Collector<Tally> out) {
        int start = -1;
        int i = 0;
        while (i < line.length()) {
            int codePoint = line.codePointAt(i);
            if (Character.isLetterOrDigit(codePoint)) {
                start = start < 0 ? i : start;
            } else if (start >= 0) {
                emit(line, start, i, out);
                start = -1;
            }
            i += Character.charCount(codePoint);
        }
        if (start >= 0) {
            emit(line, start, i, out);
        }
    }

    private static void emit(String line, int start, int end, Collector<Tally> out) {
        out.collect(new Tally(line.substring(start, end).toLowerCase(Locale.ROOT), 1));
    }
}
