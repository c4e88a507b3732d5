package io.github.foggara.kernel.serialization;

import java.lang.reflect.Method;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.ZoneId;
import java.time.temporal.TemporalAccessor;
import java.time.temporal.TemporalAmount;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.ToIntFunction;

/**
 * Hashes of keys that are equal in every JVM. {@code hashCode()} is trusted where its specification fixes the value (texts,
 * numbers, UUID) and where a class of the user defines it; enums go by their name, records by their components, since the
 * JDK leaves both open. One thread.
 */
final class KeyHasher {
    private static final int FACTOR = 31;
    private static final int MAX_DEPTH = 100;

    private final Map<Class<?>, ToIntFunction<Object>> byType = new HashMap<>();
    private int depth;

    int hash(Object key) {
        if (key instanceof String || key instanceof Long || key instanceof Integer) {
            return key.hashCode();
        }
        if (key == null) {
            throw new IllegalArgumentException("The key of a record is null. Give records without a key a key of their"
                    + " own, or filter them out before keyBy");
        }
        depth = 0;
        return part(key);
    }

    private int part(Object value) {
        if (value == null) {
            return 0;
        }
        if (++depth > MAX_DEPTH) {
            throw new IllegalArgumentException("A key is nested deeper than " + MAX_DEPTH + " levels");
        }
        ToIntFunction<Object> function = byType.get(value.getClass());
        if (function == null) {
            function = of(value, value.getClass());
            byType.put(value.getClass(), function);
        }
        int hash = function.applyAsInt(value);
        depth--;
        return hash;
    }

    private ToIntFunction<Object> of(Object value, Class<?> type) {
        if (value instanceof Enum<?>) {
            return v -> ((Enum<?>) v).name().hashCode();
        }
        if (type.isRecord()) {
            return ofRecord(RecordShape.of(type));
        }
        if (fixedBySpecification(value)) {
            return Object::hashCode;
        }
        if (value instanceof TemporalAccessor || value instanceof TemporalAmount || value instanceof ZoneId) {
            return v -> v.toString().hashCode();
        }
        if (value instanceof Optional<?>) {
            return v -> part(((Optional<?>) v).orElse(null));
        }
        if (value instanceof List<?>) {
            return v -> ordered((List<?>) v);
        }
        if (value instanceof Set<?>) {
            return v -> unordered((Set<?>) v);
        }
        if (value instanceof Map<?, ?>) {
            return v -> unordered((Map<?, ?>) v);
        }
        return ofOther(type);
    }

    private static boolean fixedBySpecification(Object value) {
        return value instanceof String
                || value instanceof UUID
                || value instanceof Boolean
                || value instanceof Character
                || value instanceof BigInteger
                || value instanceof BigDecimal
                || value instanceof Number && value.getClass().getName().startsWith("java.lang.");
    }

    private ToIntFunction<Object> ofRecord(RecordShape shape) {
        return record -> {
            int hash = 1;
            for (int i = 0; i < shape.components.length; i++) {
                hash = FACTOR * hash + part(shape.get(i, record));
            }
            return hash;
        };
    }

    private int ordered(Collection<?> values) {
        int hash = 1;
        for (Object value : values) {
            hash = FACTOR * hash + part(value);
        }
        return hash;
    }

    private int unordered(Set<?> values) {
        int hash = 0;
        for (Object value : values) {
            hash += KeyGroups.mix(part(value));
        }
        return hash;
    }

    private int unordered(Map<?, ?> map) {
        int hash = 0;
        for (Map.Entry<?, ?> entry : map.entrySet()) {
            hash += KeyGroups.mix(FACTOR * part(entry.getKey()) + part(entry.getValue()));
        }
        return hash;
    }

    private static ToIntFunction<Object> ofOther(Class<?> type) {
        if (type.isArray()) {
            throw new IllegalArgumentException(
                    "An array (" + type.getTypeName() + ") cannot be a key, because two arrays"
                            + " with equal elements are not equal. Use a List, a String or a record");
        }
        try {
            Method hashCode = type.getMethod("hashCode");
            if (hashCode.getDeclaringClass() != Object.class) {
                return Object::hashCode;
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every class has hashCode", e);
        }
        throw new IllegalArgumentException(
                "The class " + type.getName() + " cannot be a key, because it does not define"
                        + " equals and hashCode. Make it a record, or use one of its fields as the key");
    }
}
