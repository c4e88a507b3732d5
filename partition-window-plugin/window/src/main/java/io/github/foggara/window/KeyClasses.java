package io.github.foggara.window;

import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/** Classes of keys that are equal exactly if their codec writes the same bytes. */
final class KeyClasses {
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
     *
     * <p>A record with an {@code equals} of its own is refused: {@code keyBy} sends records to subtasks by all components of their keys, so keys that are
     * equal by it could stay apart. It is told by not being {@code final}, as those that compilers make are; one that says {@code final} itself
     * is not found out, and its keys are told apart by their components.
     *
     * @throws IllegalArgumentException for such a record, also as a component of another one
     */
    static boolean exact(Class<?> type) {
        return exact(type, new HashMap<>());
    }

    /**
     * @param known what was found out; a record that contains itself is not exact
     */
    private static boolean exact(Class<?> type, Map<Class<?>, Boolean> known) {
        if (type.isPrimitive()) {
            return type != float.class && type != double.class;
        }
        if (EXACT.contains(type)
                || type.isEnum()
                || type.getSuperclass() != null && type.getSuperclass().isEnum()) {
            return true;
        }
        if (type.getPackageName().equals("java.time") && Modifier.isFinal(type.getModifiers())) {
            return true;
        }
        if (!type.isRecord()) {
            return false;
        }
        Boolean found = known.putIfAbsent(type, false);
        if (found != null) {
            return found;
        }
        refuseOwnEquals(type);
        boolean exact = componentsExact(type, known);
        known.put(type, exact);
        return exact;
    }

    private static boolean componentsExact(Class<?> type, Map<Class<?>, Boolean> known) {
        boolean exact = true;
        for (RecordComponent component : type.getRecordComponents()) {
            exact &= exact(component.getType(), known);
        }
        return exact;
    }

    private static void refuseOwnEquals(Class<?> type) {
        try {
            if (!Modifier.isFinal(type.getMethod("equals", Object.class).getModifiers())) {
                throw new IllegalArgumentException(
                        "The record class " + type.getName() + " defines equals itself, so it"
                                + " cannot be a key of full-partition windows, nor a component of one: keys that are records are equal"
                                + " if all their components are. Let the key selector yield what makes keys equal, such as a text in"
                                + " lower case, or leave equals to the compiler and adapt the components in the constructor");
            }
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every class has equals", e);
        }
    }
}
