package io.github.foggara.benchmarks.work;

import java.util.function.Consumer;

/** Words of a line: what stands between blanks. */
public final class Words {
    private Words() {}

    public static void split(String line, Consumer<String> words) {
        int begin = 0;
        while (begin < line.length()) {
            int end = end(line, begin);
            if (end > begin) {
                words.accept(line.substring(begin, end));
            }
            begin = end + 1;
        }
    }

    /** Where the word that begins there ends. */
    public static int end(String line, int begin) {
        int end = line.indexOf(' ', begin);
        return end < 0 ? line.length() : end;
    }

    static long count(String line) {
        long[] count = new long[1];
        split(line, word -> count[0]++);
        return count[0];
    }
}
