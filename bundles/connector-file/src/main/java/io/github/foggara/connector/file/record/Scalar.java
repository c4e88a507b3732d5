package io.github.foggara.connector.file.record;

import io.github.foggara.connector.file.input.MalformedRecordException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;

/**
 * The type of a single value: how its text becomes an object and back. Times are ISO 8601, enums are written by name.
 * Space around the text counts only for strings and characters.
 */
final class Scalar {
    /** Longer numbers take quadratic time to read. */
    private static final int LONGEST_NUMBER = 10_000;

    private static final Map<Class<?>, Scalar> KNOWN = Map.ofEntries(
            entry(String.class, "a text", s -> s),
            entry(int.class, "a whole number (int)", Integer::parseInt),
            entry(Integer.class, "a whole number (int)", Integer::valueOf),
            entry(long.class, "a whole number (long)", Long::parseLong),
            entry(Long.class, "a whole number (long)", Long::valueOf),
            entry(short.class, "a whole number (short)", Short::parseShort),
            entry(Short.class, "a whole number (short)", Short::valueOf),
            entry(byte.class, "a whole number (byte)", Byte::parseByte),
            entry(Byte.class, "a whole number (byte)", Byte::valueOf),
            entry(double.class, "a number (double)", Double::parseDouble),
            entry(Double.class, "a number (double)", Double::valueOf),
            entry(float.class, "a number (float)", Float::parseFloat),
            entry(Float.class, "a number (float)", Float::valueOf),
            entry(boolean.class, "true or false", Scalar::truth),
            entry(Boolean.class, "true or false", Scalar::truth),
            entry(char.class, "one character", Scalar::character),
            entry(Character.class, "one character", Scalar::character),
            entry(BigDecimal.class, "a decimal number", s -> new BigDecimal(bounded(s))),
            entry(BigInteger.class, "a whole number", s -> new BigInteger(bounded(s))),
            entry(LocalDate.class, "a date such as 2024-02-29", LocalDate::parse),
            entry(LocalTime.class, "a time such as 23:59:01", LocalTime::parse),
            entry(LocalDateTime.class, "a date and time such as 2024-02-29T23:59:01", LocalDateTime::parse),
            entry(OffsetDateTime.class, "a time with offset such as 2024-02-29T23:59:01+01:00", OffsetDateTime::parse),
            entry(ZonedDateTime.class, "a time with zone such as 2024-02-29T23:59:01Z", ZonedDateTime::parse),
            entry(Instant.class, "a time in UTC such as 2024-02-29T23:59:01Z", Instant::parse),
            entry(Duration.class, "a duration such as PT1H30M", Duration::parse),
            entry(UUID.class, "a UUID", UUID::fromString));

    private final Class<?> type;
    private final String expectation;
    private final Function<String, ?> parser;
    private final boolean keepsSpace;

    private Scalar(Class<?> type, String expectation, Function<String, ?> parser) {
        this.type = type;
        this.expectation = expectation;
        this.parser = parser;
        this.keepsSpace = type == String.class || type == char.class || type == Character.class;
    }

    private static Map.Entry<Class<?>, Scalar> entry(Class<?> type, String expectation, Function<String, ?> parser) {
        return Map.entry(type, new Scalar(type, expectation, parser));
    }

    /** Null if values of this class are not single values. */
    static Scalar of(Class<?> type) {
        return type.isEnum() ? ofEnum(type) : KNOWN.get(type);
    }

    private static Scalar ofEnum(Class<?> type) {
        Map<String, Object> constants = new LinkedHashMap<>();
        for (Object constant : type.getEnumConstants()) {
            constants.put(((Enum<?>) constant).name(), constant);
        }
        return new Scalar(type, "one of " + constants.keySet(), text -> {
            Object constant = constants.get(text);
            if (constant == null) {
                throw new IllegalArgumentException(text);
            }
            return constant;
        });
    }

    /** For the list of what can be used. */
    static String supported() {
        return "String, numbers, boolean, char, BigDecimal, BigInteger, java.time types, UUID, enums";
    }

    boolean isString() {
        return type == String.class;
    }

    /** Numbers and truth values stand in JSON without quotes. */
    boolean isNumber() {
        return type.isPrimitive() && type != char.class && type != boolean.class || Number.class.isAssignableFrom(type);
    }

    boolean isBoolean() {
        return type == boolean.class || type == Boolean.class;
    }

    /**
     * @param column for the message
     * @return null for an empty text, except for strings
     */
    Object parse(String text, String column) throws MalformedRecordException {
        if (type == String.class) {
            return text;
        }
        String value = keepsSpace ? text : text.strip();
        if (value.isEmpty()) {
            return absent(column);
        }
        try {
            return parser.apply(value);
        } catch (RuntimeException e) {
            throw new MalformedRecordException(
                    "'" + column + "' must be " + expectation + ", not '" + shortened(text) + "'");
        }
    }

    /** The value of a field that is not there. */
    Object absent(String column) throws MalformedRecordException {
        if (type.isPrimitive()) {
            throw new MalformedRecordException("'" + column + "' is empty; it must be " + expectation);
        }
        return null;
    }

    /** The text that {@link #parse} reads; {@code value} is not null. */
    String format(Object value) {
        return value instanceof Enum<?> constant ? constant.name() : value.toString();
    }

    private static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    private static Boolean truth(String text) {
        if (text.equalsIgnoreCase("true")) {
            return Boolean.TRUE;
        }
        if (text.equalsIgnoreCase("false")) {
            return Boolean.FALSE;
        }
        throw new IllegalArgumentException(text);
    }

    private static Character character(String text) {
        if (text.length() != 1) {
            throw new IllegalArgumentException(text);
        }
        return text.charAt(0);
    }

    private static String bounded(String text) {
        if (text.length() > LONGEST_NUMBER) {
            throw new IllegalArgumentException("too long");
        }
        return text;
    }
}
