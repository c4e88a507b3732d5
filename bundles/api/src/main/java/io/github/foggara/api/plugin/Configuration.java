package io.github.foggara.api.plugin;

import java.util.Map;
import java.util.TreeMap;

/** Accepted option texts by key. Immutable. */
public record Configuration(Map<String, String> values) {
    public static final Configuration EMPTY = new Configuration(Map.of());

    public Configuration {
        values = Map.copyOf(values);
    }

    /** Those properties of a component, or of any other map, whose keys begin so. */
    public static Configuration of(Map<String, ?> properties, String prefix) {
        Map<String, String> values = new TreeMap<>();
        properties.forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                values.put(key, String.valueOf(value));
            }
        });
        return new Configuration(values);
    }

    /**
     * The value of the option, or its fallback.
     *
     * @throws InvalidOptionException if the text is not accepted
     */
    public <T> T get(Option<T> option) {
        String text = values.get(option.key());
        return text == null ? option.fallback() : option.parse(text);
    }

    /** These values over those of {@code defaults}. */
    public Configuration withDefaults(Map<String, String> defaults) {
        Map<String, String> merged = new TreeMap<>(defaults);
        merged.putAll(values);
        return new Configuration(merged);
    }
}
