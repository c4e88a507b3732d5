package io.github.foggara.benchmarks.suite;

import io.github.foggara.benchmarks.work.Worker;
import java.util.HashMap;
import java.util.Map;

/**
 * One figure of one repetition.
 *
 * @param others processors that other processes used meanwhile
 * @param totals what the sinks added up, or empty
 */
record Figure(String metric, double value, double others, String totals) {
    /** From a line that a worker printed. */
    static Figure parse(String line) {
        Map<String, String> words = new HashMap<>();
        for (String word : line.substring(Worker.PREFIX.length()).trim().split(" +")) {
            int equals = word.indexOf('=');
            words.put(word.substring(0, equals), word.substring(equals + 1));
        }
        return new Figure(
                words.get("metric"),
                Double.parseDouble(words.get("value")),
                Double.parseDouble(words.get("others")),
                words.containsKey("totals") ? words.get("records") + ":" + words.get("totals") : "");
    }
}
