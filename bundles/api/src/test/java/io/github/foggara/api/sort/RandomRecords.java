package io.github.foggara.api.sort;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.function.Supplier;

/** Records with everything that has an order, from values that are often equal, at the ends of their ranges, or null. */
final class RandomRecords {
    record Primitives(boolean z, byte b, short s, char c, int i, long l, float f, double d) {}

    record Boxes(Boolean z, Byte b, Short s, Character c, Integer i, Long l, Float f, Double d) {}

    record Texts(String text, BigInteger integer, BigDecimal decimal, UUID uuid, DayOfWeek day) {}

    record Times(Instant instant, Duration duration, LocalDate date, LocalTime time, LocalDateTime dateTime) {}

    record Zones(OffsetDateTime offsetTime, ZonedDateTime zonedTime, ZoneOffset offset, Year year, YearMonth month) {}

    record Pair<A, B>(A left, B right) {}

    record Deep(Optional<Texts> texts, Pair<String, Pair<Optional<Integer>, Long>> pair, Object any) {}

    record All(Primitives primitives, Boxes boxes, Texts texts, Times times, Zones zones, Deep deep) {}

    static final List<String> PATHS = List.of(
            "*",
            "primitives",
            "boxes",
            "texts",
            "times",
            "zones",
            "deep",
            "primitives.z",
            "primitives.b",
            "primitives.s",
            "primitives.c",
            "primitives.i",
            "primitives.l",
            "primitives.f",
            "primitives.d",
            "boxes.z",
            "boxes.b",
            "boxes.s",
            "boxes.c",
            "boxes.i",
            "boxes.l",
            "boxes.f",
            "boxes.d",
            "texts.text",
            "texts.integer",
            "texts.decimal",
            "texts.uuid",
            "texts.day",
            "times.instant",
            "times.duration",
            "times.date",
            "times.time",
            "times.dateTime",
            "zones.offsetTime",
            "zones.zonedTime",
            "zones.offset",
            "zones.year",
            "zones.month",
            "deep.texts",
            "deep.texts.text",
            "deep.texts.decimal",
            "deep.pair",
            "deep.pair.left",
            "deep.pair.right",
            "deep.pair.right.left",
            "deep.any");

    private static final List<Double> DOUBLES = List.of(
            0.0, -0.0, 1.0, -1.0, Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, Double.MIN_VALUE);
    private static final List<String> ZONE_IDS = List.of("Africa/Lagos", "Europe/Paris", "Z", "UTC");

    private final Random random;

    RandomRecords(Random random) {
        this.random = random;
    }

    All next() {
        return new All(
                or(this::primitives),
                or(this::boxes),
                or(this::texts),
                or(this::times),
                or(this::zones),
                or(this::deep));
    }

    private Primitives primitives() {
        return new Primitives(
                random.nextBoolean(),
                (byte) number(),
                (short) number(),
                (char) number(),
                (int) number(),
                number(),
                floating().floatValue(),
                floating());
    }

    private Boxes boxes() {
        return new Boxes(
                or(random::nextBoolean),
                or(() -> (byte) number()),
                or(() -> (short) number()),
                or(() -> (char) number()),
                or(() -> (int) number()),
                or(this::number),
                or(() -> floating().floatValue()),
                or(this::floating));
    }

    private Texts texts() {
        return new Texts(
                or(this::text),
                or(this::integer),
                or(() -> new BigDecimal(integer(), random.nextInt(7) - 3)),
                or(() -> new UUID(number(), number())),
                or(() -> DayOfWeek.of(1 + random.nextInt(7))));
    }

    private Times times() {
        return new Times(
                or(this::instant),
                or(() -> Duration.ofSeconds(number(), nano())),
                or(() -> dateTime().toLocalDate()),
                or(() -> dateTime().toLocalTime()),
                or(this::dateTime));
    }

    private Zones zones() {
        return new Zones(
                or(this::offsetTime),
                or(() -> near().atZone(ZoneOffset.UTC).withZoneSameInstant(zone())),
                or(this::offset),
                or(() -> Year.from(dateTime())),
                or(() -> YearMonth.from(dateTime())));
    }

    private Deep deep() {
        return new Deep(
                or(() -> Optional.ofNullable(or(this::texts))),
                or(() -> new Pair<>(
                        or(this::text),
                        or(() -> new Pair<>(Optional.ofNullable(or(() -> (int) number())), or(this::number))))),
                or(() -> new Pair<>(or(this::text), or(this::number))));
    }

    private <T> T or(Supplier<T> value) {
        return random.nextInt(8) == 0 ? null : value.get();
    }

    private long number() {
        switch (random.nextInt(4)) {
            case 0:
                return random.nextInt(5) - 2;
            case 1:
                return random.nextBoolean() ? Long.MIN_VALUE : Long.MAX_VALUE;
            case 2:
                return random.nextLong() >> random.nextInt(64);
            default:
                return random.nextLong();
        }
    }

    private Double floating() {
        return random.nextBoolean()
                ? DOUBLES.get(random.nextInt(DOUBLES.size()))
                : Double.longBitsToDouble(random.nextLong());
    }

    private String text() {
        char[] units = new char[random.nextInt(4)];
        for (int i = 0; i < units.length; i++) {
            units[i] = random.nextInt(3) == 0 ? (char) random.nextInt(1 << 16) : (char) random.nextInt(3);
        }
        return new String(units);
    }

    private BigInteger integer() {
        return random.nextBoolean()
                ? BigInteger.valueOf(number())
                : new BigInteger(random.nextInt(1200), random).multiply(BigInteger.valueOf(random.nextInt(3) - 1));
    }

    private int nano() {
        return random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
    }

    private Instant instant() {
        return switch (random.nextInt(4)) {
            case 0 -> Instant.MIN;
            case 1 -> Instant.MAX;
            default -> Instant.ofEpochSecond(random.nextInt(3) - 1, nano());
        };
    }

    private LocalDateTime dateTime() {
        return switch (random.nextInt(6)) {
            case 0 -> LocalDateTime.MIN;
            case 1 -> LocalDateTime.MAX;
            default -> near();
        };
    }

    private LocalDateTime near() {
        return LocalDateTime.of(1970, 1, 1, 0, 0)
                .plus(random.nextInt(5) - 2, ChronoUnit.HALF_DAYS)
                .plusNanos(nano());
    }

    /** Often at the same instant with another offset. */
    private OffsetDateTime offsetTime() {
        return random.nextInt(4) == 0
                ? dateTime().atOffset(offset())
                : near().atOffset(ZoneOffset.UTC).withOffsetSameInstant(offset());
    }

    private ZoneId zone() {
        return ZoneId.of(ZONE_IDS.get(random.nextInt(ZONE_IDS.size())));
    }

    private ZoneOffset offset() {
        return ZoneOffset.ofHours(random.nextInt(5) - 2);
    }
}
