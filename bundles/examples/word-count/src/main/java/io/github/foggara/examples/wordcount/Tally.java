package io.github.foggara.examples.wordcount;

import java.util.Locale;

/**
 * How often a word occurs.
 *
 * @param count from 1
 */
record Tally(String word, long count) {
    /** By count; of equally frequent words the alphabetically first is the larger, so that every run shows the same. */
    static int compareByCount(Tally left, Tally right) {
        int byCount = Long.compare(left.count, right.count);
        return byCount != 0 ? byCount : right.word.compareTo(left.word);
    }

    String line() {
        return String.format(Locale.ROOT, "%10d  %s", count, word);
    }
}
