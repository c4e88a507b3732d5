package io.github.foggara.examples.logfollow;

import io.github.foggara.api.function.Collector;

/** A line of a log and what it is counted by: its first word. */
record Entry(String key, String line) {
    /** Lines without a word are left out. */
    static void parse(String line, Collector<Entry> out) {
        String text = line.strip();
        if (!text.isEmpty()) {
            int end = 0;
            while (end < text.length() && !Character.isWhitespace(text.charAt(end))) {
                end++;
            }
            out.collect(new Entry(text.substring(0, end), text));
        }
    }
}
