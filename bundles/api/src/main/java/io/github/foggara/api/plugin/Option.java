package io.github.foggara.api.plugin;

import java.util.function.Predicate;

/**
 * One configuration key.
 *
 * @param fallback value if the key is absent; may be null
 * @param range the accepted values in words, e.g. {@code from 1 to 32768}
 * @param accepts whether a parsed value is inside the range
 * @param description one sentence for forms and documentation
 */
public record Option<T>(
        String key,
        OptionType<T> type,
        T fallback,
        String range,
        Predicate<T> accepts,
        TakesEffect takesEffect,
        String description) {
    /**
     * @throws InvalidOptionException naming key, value and range
     */
    public T parse(String text) {
        try {
            T value = type.parser().apply(text.strip());
            if (accepts.test(value)) {
                return value;
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // refused below, in the same words
        }
        throw new InvalidOptionException(
                key,
                "The option " + key + " must be " + type.name() + (range.isEmpty() ? "" : ", " + range) + "; '" + text
                        + "' is not");
    }
}
