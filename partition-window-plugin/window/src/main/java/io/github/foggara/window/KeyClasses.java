package io.github.foggara.window;

import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.UUID;

/** Classes of keys that are equal exactly if their codec writes the same bytes. */
final class KeyClasses {
    private static final int MAX_DEPTH = 20;
    private static final Set<Class<?>> EXACT = Set.of(
            String.class,
            Long.class,
            Integer.class,
            Short.class,
            Byte.class,
            Character.class,
            Boolean.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class);

    private KeyClasses() {}

    /**
     * Not floating-point numbers, of which different bits may be NaN; nor collections, whose elements may stand in any order; nor classes
     * that say themselves what is equal. A record is, if all its components are of such classes.
     */
    static boolean exact(Class<?> type) {
        return exact(type, 0);
    }

    private static boolean exact(Class<?> type, int depth) {
        if (type.isPrimitive()) {
            return type != float.class && type != double.class;
        }
        if (EXACT.contains(type)
                || type.isEnum()
                || type.getSuperclass() != null && type.getSuperclass().isEnum()) {
            return true;
        }
        if (type.getPackageName().equals("java.time") && java.lang.reflect.Modifier.isFinal(type.getModifiers())) {
            return true;
        }
        return type.isRecord() && depth < MAX_DEPTH && componentsExact(type, depth);
    }

    private static boolean componentsExact(Class<?> type, int depth) {
        for (RecordComponent component : type.getRecordComponents()) {
            if (!exact(component.getType(), depth + 1)) {
                return false;
            }
        }
        return true;
    }
}
