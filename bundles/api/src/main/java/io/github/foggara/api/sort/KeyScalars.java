package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** What each simple type writes into a key: some numbers of fixed size, then perhaps something that tells its own end. */
final class KeyScalars {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final Map<Class<?>, KeyScalars> ALL = all();

    /**
     * @param image {@code (value)long}
     * @param bytes of it that count, from the low end
     */
    record Image(MethodHandle image, int bytes) {}

    private final Class<?> type;
    private final List<Image> images = new ArrayList<>();
    private MethodHandle text;

    private KeyScalars(Class<?> type) {
        this.type = type;
    }

    /** Null if it is none of them. Boxes stand for what is in them. */
    static KeyScalars of(Class<?> type) {
        if (type.isEnum()) {
            int bytes = type.getEnumConstants().length <= 1 << 8 ? 1 : 2;
            return new KeyScalars(type).image("of", Enum.class, bytes);
        }
        return ALL.get(MethodType.methodType(type).unwrap().returnType());
    }

    /** The primitive type for a box. */
    Class<?> type() {
        return type;
    }

    List<Image> images() {
        return images;
    }

    /** {@code (value, RecordOutput, int)void}, or null. */
    MethodHandle text() {
        return text;
    }

    private static Map<Class<?>, KeyScalars> all() {
        Map<Class<?>, KeyScalars> all = new HashMap<>();
        add(all, new KeyScalars(boolean.class).image("of", 1));
        add(all, new KeyScalars(byte.class).image("of", 1));
        add(all, new KeyScalars(short.class).image("of", 2));
        add(all, new KeyScalars(char.class).image("of", 2));
        add(all, new KeyScalars(int.class).image("of", 4));
        add(all, new KeyScalars(long.class).image("of", 8));
        add(all, new KeyScalars(float.class).image("of", 4));
        add(all, new KeyScalars(double.class).image("of", 8));
        add(all, new KeyScalars(UUID.class).image("high", 8).image("low", 8));
        add(all, new KeyScalars(String.class).text("write"));
        add(all, new KeyScalars(BigInteger.class).text("write"));
        add(all, new KeyScalars(BigDecimal.class).text("write"));
        addTimes(all);
        return Map.copyOf(all);
    }

    private static void addTimes(Map<Class<?>, KeyScalars> all) {
        add(all, new KeyScalars(Instant.class).image("seconds", 7).image("nanos", 4));
        add(all, new KeyScalars(Duration.class).image("seconds", 8).image("nanos", 4));
        add(all, new KeyScalars(LocalDate.class).image("day", 5));
        add(all, new KeyScalars(LocalTime.class).image("nanos", 6));
        add(all, new KeyScalars(LocalDateTime.class).image("day", 5).image("nanos", 6));
        add(
                all,
                new KeyScalars(OffsetDateTime.class)
                        .image("seconds", 7)
                        .image("nanos", 4)
                        .image("offset", 3));
        add(
                all,
                new KeyScalars(ZonedDateTime.class)
                        .image("seconds", 7)
                        .image("nanos", 4)
                        .image("offset", 3)
                        .text("writeZone"));
        add(all, new KeyScalars(ZoneOffset.class).image("offset", 3));
        add(all, new KeyScalars(Year.class).image("year", 4));
        add(all, new KeyScalars(YearMonth.class).image("month", 5));
    }

    private static void add(Map<Class<?>, KeyScalars> all, KeyScalars scalar) {
        all.put(scalar.type, scalar);
    }

    private KeyScalars image(String method, int bytes) {
        return image(method, type, bytes);
    }

    private KeyScalars image(String method, Class<?> argument, int bytes) {
        MethodHandle image = find(KeyImages.class, method, MethodType.methodType(long.class, argument));
        images.add(new Image(image.asType(MethodType.methodType(long.class, type)), bytes));
        return this;
    }

    private KeyScalars text(String method) {
        text = find(KeyTexts.class, method, MethodType.methodType(void.class, type, RecordOutput.class, int.class));
        return this;
    }

    private static MethodHandle find(Class<?> owner, String method, MethodType type) {
        try {
            return LOOKUP.findStatic(owner, method, type);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(owner.getSimpleName() + " has no " + method + type, e);
        }
    }
}
