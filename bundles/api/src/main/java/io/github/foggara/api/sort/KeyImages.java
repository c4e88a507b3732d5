package io.github.foggara.api.sort;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoField;
import java.util.UUID;

/**
 * Values of fixed size as whole numbers that compare unsigned as the values do. Only the low bytes count, as many as {@link KeyScalars}
 * says: all classes of {@code java.time} have ranges that leave some unused.
 */
final class KeyImages {
    private KeyImages() {}

    static long of(boolean value) {
        return value ? 1 : 0;
    }

    static long of(byte value) {
        return signed(value, 1);
    }

    static long of(short value) {
        return signed(value, 2);
    }

    static long of(char value) {
        return value;
    }

    static long of(int value) {
        return signed(value, 4);
    }

    static long of(long value) {
        return signed(value, 8);
    }

    /** As {@link Float#compare}: one NaN, behind infinity; -0.0 before 0.0. */
    static long of(float value) {
        int bits = Float.floatToIntBits(value);
        return bits ^ (bits >> 31 | Integer.MIN_VALUE);
    }

    static long of(double value) {
        long bits = Double.doubleToLongBits(value);
        return bits ^ (bits >> 63 | Long.MIN_VALUE);
    }

    static long of(Enum<?> value) {
        return value.ordinal();
    }

    static long high(UUID value) {
        return signed(value.getMostSignificantBits(), 8);
    }

    static long low(UUID value) {
        return signed(value.getLeastSignificantBits(), 8);
    }

    static long seconds(Instant value) {
        return signed(value.getEpochSecond(), 7);
    }

    static long nanos(Instant value) {
        return value.getNano();
    }

    static long seconds(Duration value) {
        return signed(value.getSeconds(), 8);
    }

    static long nanos(Duration value) {
        return value.getNano();
    }

    static long day(LocalDate value) {
        return signed(value.toEpochDay(), 5);
    }

    static long nanos(LocalTime value) {
        return value.toNanoOfDay();
    }

    static long day(LocalDateTime value) {
        return day(value.toLocalDate());
    }

    static long nanos(LocalDateTime value) {
        return nanos(value.toLocalTime());
    }

    static long seconds(OffsetDateTime value) {
        return signed(value.toEpochSecond(), 7);
    }

    static long nanos(OffsetDateTime value) {
        return value.getNano();
    }

    /** Of the same instant, the earlier local time comes first. */
    static long offset(OffsetDateTime value) {
        return signed(value.getOffset().getTotalSeconds(), 3);
    }

    static long seconds(ZonedDateTime value) {
        return signed(value.toEpochSecond(), 7);
    }

    static long nanos(ZonedDateTime value) {
        return value.getNano();
    }

    static long offset(ZonedDateTime value) {
        return signed(value.getOffset().getTotalSeconds(), 3);
    }

    /** As {@link ZoneOffset#compareTo}: where the sun is first comes first. */
    static long offset(ZoneOffset value) {
        return signed(-value.getTotalSeconds(), 3);
    }

    static long year(Year value) {
        return signed(value.getValue(), 4);
    }

    static long month(YearMonth value) {
        return signed(value.getLong(ChronoField.PROLEPTIC_MONTH), 5);
    }

    private static long signed(long value, int bytes) {
        return value ^ 1L << 8 * bytes - 1;
    }
}
