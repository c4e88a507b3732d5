package io.github.foggara.benchmarks.work;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** {@code key=value} words of a command line; whole numbers may end in {@code k} or {@code m} (thousand, million). */
public record Arguments(Map<String, String> values) {
    public static Arguments parse(String[] words, int from) {
        Map<String, String> values = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            if (equals < 1) {
                throw new UsageException("'" + words[i] + "' is not of the form key=value");
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
            throw new UsageException(key + " must be a whole number, such as 5, 300k or 20m; '" + text + "' is not");
        }
    }

    /**
     * @param of what they are for
     * @param accepted keys
     * @throws UsageException if there are others
     */
    public void require(String of, Collection<String> accepted) {
        Set<String> unknown = new TreeSet<>(values.keySet());
        unknown.removeAll(accepted);
        if (!unknown.isEmpty()) {
            throw new UsageException(of + " has no key " + String.join(", ", unknown) + "; its keys are "
                    + String.join(", ", new TreeSet<>(accepted)));
        }
    }

    public String text(String key, String fallback) {
        return values.getOrDefault(key, fallback);
    }
}
