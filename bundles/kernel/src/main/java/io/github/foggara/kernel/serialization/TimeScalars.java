package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.OffsetDateTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.List;

/** The types of {@code java.time}: ids 13 to 26. */
final class TimeScalars {
    static final int ZONE_ID = 22;

    private static final int DATE = 24;
    private static final int DATE_TIME = 72;
    private static final int ZONED = 96;

    private TimeScalars() {}

    static List<ScalarCodec<?>> all() {
        return List.of(
                ScalarCodec.fixed(13, Instant.class, DATE, TimeScalars::write, TimeScalars::instant),
                ScalarCodec.fixed(14, LocalDate.class, DATE, TimeScalars::write, TimeScalars::date),
                ScalarCodec.fixed(15, LocalTime.class, DATE, TimeScalars::write, TimeScalars::time),
                ScalarCodec.fixed(16, LocalDateTime.class, DATE_TIME, TimeScalars::write, TimeScalars::dateTime),
                ScalarCodec.fixed(17, OffsetDateTime.class, ZONED, TimeScalars::write, TimeScalars::offsetDateTime),
                ScalarCodec.fixed(18, ZonedDateTime.class, ZONED, TimeScalars::write, TimeScalars::zonedDateTime),
                ScalarCodec.fixed(19, Duration.class, DATE, TimeScalars::write, TimeScalars::duration),
                ScalarCodec.fixed(20, Period.class, DATE, TimeScalars::write, TimeScalars::period),
                ScalarCodec.fixed(21, ZoneOffset.class, DATE, TimeScalars::write, TimeScalars::offset),
                // Classes below ZoneId are private to the JDK; Codecs finds this one for all of them.
                ScalarCodec.fixed(
                        ZONE_ID,
                        ZoneId.class,
                        DATE,
                        (v, out) -> out.writeString(v.getId()),
                        in -> ZoneId.of(in.readString())),
                ScalarCodec.fixed(
                        23, Year.class, DATE, (v, out) -> out.writeInt(v.getValue()), in -> Year.of(in.readInt())),
                ScalarCodec.fixed(24, YearMonth.class, DATE, TimeScalars::write, TimeScalars::yearMonth),
                ScalarCodec.fixed(
                        25,
                        DayOfWeek.class,
                        16,
                        (v, out) -> out.writeByte(v.getValue()),
                        in -> DayOfWeek.of(in.readUnsignedByte())),
                ScalarCodec.fixed(
                        26,
                        Month.class,
                        16,
                        (v, out) -> out.writeByte(v.getValue()),
                        in -> Month.of(in.readUnsignedByte())));
    }

    private static void write(Instant value, RecordOutput out) {
        Scalars.writeLong(value.getEpochSecond(), out);
        out.writeInt(value.getNano());
    }

    private static Instant instant(RecordInput in) {
        return Instant.ofEpochSecond(Scalars.readLong(in), in.readInt());
    }

    private static void write(LocalDate value, RecordOutput out) {
        Scalars.writeLong(value.toEpochDay(), out);
    }

    private static LocalDate date(RecordInput in) {
        return LocalDate.ofEpochDay(Scalars.readLong(in));
    }

    private static void write(LocalTime value, RecordOutput out) {
        out.writeVarLong(value.toNanoOfDay());
    }

    private static LocalTime time(RecordInput in) {
        return LocalTime.ofNanoOfDay(in.readVarLong());
    }

    private static void write(LocalDateTime value, RecordOutput out) {
        write(value.toLocalDate(), out);
        write(value.toLocalTime(), out);
    }

    private static LocalDateTime dateTime(RecordInput in) {
        return LocalDateTime.of(date(in), time(in));
    }

    private static void write(OffsetDateTime value, RecordOutput out) {
        write(value.toLocalDateTime(), out);
        write(value.getOffset(), out);
    }

    private static OffsetDateTime offsetDateTime(RecordInput in) {
        return OffsetDateTime.of(dateTime(in), offset(in));
    }

    private static void write(ZonedDateTime value, RecordOutput out) {
        write(value.toLocalDateTime(), out);
        write(value.getOffset(), out);
        out.writeString(value.getZone().getId());
    }

    private static ZonedDateTime zonedDateTime(RecordInput in) {
        LocalDateTime local = dateTime(in);
        ZoneOffset offset = offset(in);
        return ZonedDateTime.ofInstant(local, offset, ZoneId.of(in.readString()));
    }

    private static void write(Duration value, RecordOutput out) {
        Scalars.writeLong(value.getSeconds(), out);
        out.writeInt(value.getNano());
    }

    private static Duration duration(RecordInput in) {
        return Duration.ofSeconds(Scalars.readLong(in), in.readInt());
    }

    private static void write(Period value, RecordOutput out) {
        out.writeInt(value.getYears());
        out.writeInt(value.getMonths());
        out.writeInt(value.getDays());
    }

    private static Period period(RecordInput in) {
        return Period.of(in.readInt(), in.readInt(), in.readInt());
    }

    private static void write(ZoneOffset value, RecordOutput out) {
        out.writeInt(value.getTotalSeconds());
    }

    private static ZoneOffset offset(RecordInput in) {
        return ZoneOffset.ofTotalSeconds(in.readInt());
    }

    private static void write(YearMonth value, RecordOutput out) {
        out.writeInt(value.getYear());
        out.writeByte(value.getMonthValue());
    }

    private static YearMonth yearMonth(RecordInput in) {
        return YearMonth.of(in.readInt(), in.readUnsignedByte());
    }
}
