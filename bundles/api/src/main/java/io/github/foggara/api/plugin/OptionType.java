package io.github.foggara.api.plugin;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.function.Function;

/**
 * How the text of an option becomes a value.
 *
 * @param name shown in messages, e.g. {@code a whole number}
 * @param parser throws IllegalArgumentException for text it does not take
 */
public record OptionType<T>(String name, Class<T> type, Function<String, T> parser) {
    public static final OptionType<String> STRING = new OptionType<>("text", String.class, s -> s);
    public static final OptionType<Integer> INTEGER =
            new OptionType<>("a whole number", Integer.class, Integer::valueOf);
    public static final OptionType<Long> LONG = new OptionType<>("a whole number", Long.class, Long::valueOf);
    /** {@code 2}, {@code 1.5}, {@code 1e-3}; always finite. */
    public static final OptionType<Double> DOUBLE =
            new OptionType<>("a number such as 1.5", Double.class, OptionType::parseDouble);

    public static final OptionType<Boolean> BOOLEAN =
            new OptionType<>("true or false", Boolean.class, OptionType::parseBoolean);
    /** {@code 250 ms}, {@code 5 s}, {@code 3 min}, {@code 2 h}, {@code 1 d}; a bare number is milliseconds. */
    public static final OptionType<Duration> DURATION =
            new OptionType<>("a duration such as 250 ms, 5 s, 3 min", Duration.class, OptionType::parseDuration);
    /** Bytes: {@code 64 kb}, {@code 32 mb}, {@code 1 gb} (powers of 1024); a bare number is bytes. */
    public static final OptionType<Long> MEMORY_SIZE =
            new OptionType<>("a memory size such as 64 kb, 32 mb, 1 gb", Long.class, OptionType::parseMemory);

    /** The constants of an enum, in any case, with {@code -} for {@code _}. */
    public static <E extends Enum<E>> OptionType<E> ofEnum(Class<E> type) {
        StringBuilder names = new StringBuilder("one of");
        for (E constant : type.getEnumConstants()) {
            names.append(' ').append(constant.name());
        }
        return new OptionType<>(
                names.toString(),
                type,
                s -> Enum.valueOf(type, s.strip().toUpperCase(Locale.ROOT).replace('-', '_')));
    }

    /** By way of BigDecimal, which knows no NaN, no infinity, no hexadecimal form and no suffix. */
    private static Double parseDouble(String text) {
        double value = new BigDecimal(text.strip()).doubleValue();
        if (Double.isInfinite(value)) {
            throw new IllegalArgumentException("too large");
        }
        return value;
    }

    private static Boolean parseBoolean(String text) {
        return switch (text.strip().toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("neither true nor false");
        };
    }

    private static Duration parseDuration(String text) {
        String[] parts = split(text);
        long number = Long.parseLong(parts[0]);
        return switch (parts[1]) {
            case "", "ms" -> Duration.ofMillis(number);
            case "s", "sec" -> Duration.ofSeconds(number);
            case "min", "m" -> Duration.ofMinutes(number);
            case "h" -> Duration.ofHours(number);
            case "d" -> Duration.ofDays(number);
            default -> throw new IllegalArgumentException("unknown unit '" + parts[1] + "'");
        };
    }

    private static Long parseMemory(String text) {
        String[] parts = split(text);
        int shift = switch (parts[1]) {
            case "", "b", "bytes" -> 0;
            case "k", "kb" -> 10;
            case "m", "mb" -> 20;
            case "g", "gb" -> 30;
            default -> throw new IllegalArgumentException("unknown unit '" + parts[1] + "'");
        };
        return Math.multiplyExact(Long.parseLong(parts[0]), 1L << shift);
    }

    private static String[] split(String text) {
        String stripped = text.strip().toLowerCase(Locale.ROOT);
        int digits = 0;
        while (digits < stripped.length() && Character.isDigit(stripped.charAt(digits))) {
            digits++;
        }
        return new String[] {
            stripped.substring(0, digits), stripped.substring(digits).strip()
        };
    }
}
