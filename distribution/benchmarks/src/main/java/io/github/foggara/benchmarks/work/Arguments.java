package io.github.foggara.benchmarks.work;

import java.util.HashMap;
import java.util.Map;

/** {@code key=value} words of a command line; whole numbers may end in {@code k} or {@code m} (thousand, million). */
public record Arguments(Map<String, String> values) {
    public static Arguments parse(String[] words, int from) {
        Map<String, String> values = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new IllegalArgumentException("'" + words[i] + "' is not of the form key=value");
            }
            values.put(words[i].substring(0, equals), words[i].substring(equals + 1));
        }
        return new Arguments(values);
    }

    public long number(String key, long fallback) {
        String text = values.get(key);
        if (text == null) {
            return fallback;
        }
        long unit = text.endsWith("m") ? 1_000_000 : text.endsWith("k") ? 1_000 : 1;
        try {
            return Long.parseLong(unit == 1 ? text : text.substring(0, text.length() - 1)) * unit;
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    key + " must be a whole number, such as 5, 300k or 20m; '" + text + "' is not", e);
        }
    }

    public String text(String key, String fallback) {
        return values.getOrDefault(key, fallback);
    }
}
