package io.github.foggara.streams;

import io.github.foggara.api.function.Function;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Which classes can be records, and which can be keys. */
final class RecordTypes {
    private static final Set<Class<?>> BUILT_IN = Set.of(
            Object.class,
            Number.class,
            Comparable.class,
            CharSequence.class,
            Serializable.class,
            Byte.class,
            Short.class,
            Integer.class,
            Long.class,
            Float.class,
            Double.class,
            Boolean.class,
            Character.class,
            Void.class,
            String.class,
            BigInteger.class,
            BigDecimal.class,
            UUID.class,
            Optional.class);

    private RecordTypes() {}

    /** Known to the engine without registration, or too general to register. */
    static boolean builtIn(Class<?> type) {
        return type.isPrimitive()
                || BUILT_IN.contains(type)
                || type.getName().startsWith("java.time.")
                || type.getName().startsWith("java.util.")
                        && (Collection.class.isAssignableFrom(type) || Map.class.isAssignableFrom(type));
    }

    /** Has no records of its own, and no list of subclasses. */
    static boolean open(Class<?> type) {
        return Modifier.isAbstract(type.getModifiers())
                && !type.isSealed()
                && !type.isEnum()
                && !type.isArray()
                && !type.isPrimitive();
    }

    /** Classes of the JDK that nothing encodes, such as threads and streams; of an interface there may be other classes. */
    static boolean withoutCodec(Class<?> type) {
        boolean ofTheJdk = type.getName().startsWith("java.") || type.getName().startsWith("javax.");
        return ofTheJdk && !builtIn(type) && !type.isEnum() && !type.isInterface();
    }

    /** Why no record can have this class, whatever is registered. */
    static Optional<String> refusal(Class<?> type) {
        if (type.isHidden() || type.isAnonymousClass()) {
            return Optional.of("a lambda or anonymous class has no name that other containers know. Use a named class");
        }
        boolean carriesNothing = type.isRecord() || type.isEnum() || type.isInterface();
        if (!carriesNothing
                && (type.isLocalClass() || type.isMemberClass() && !Modifier.isStatic(type.getModifiers()))) {
            return Optional.of("an inner class carries the object it was made in. Make it static, or a record");
        }
        if (Function.class.isAssignableFrom(type)) {
            return Optional.of("functions are part of the program and are never sent as records");
        }
        return Optional.empty();
    }

    /** Why this class cannot be a key: equal keys must be equal objects, in every container. */
    static Optional<String> keyRefusal(Class<?> type) {
        return keyRefusal(type, new HashSet<>());
    }

    private static Optional<String> keyRefusal(Class<?> type, Set<Class<?>> visited) {
        if (type.isArray()) {
            return Optional.of("arrays of equal content are not equal. Use a List or a record");
        }
        if (type.isRecord() && visited.add(type)) {
            if (definesEquals(type)) {
                return Optional.of(
                        "the record defines equals itself, and keys go to subtasks by all their components, so keys that are equal"
                                + " by it would stay apart. Let the key selector yield what makes keys equal, or leave equals to the"
                                + " compiler and adapt the components in the constructor");
            }
            for (RecordComponent component : type.getRecordComponents()) {
                Optional<String> inner = keyRefusal(component.getType(), visited);
                if (inner.isPresent()) {
                    return inner.map(why -> "its component " + component.getName() + ": " + why);
                }
            }
        }
        if (!type.isPrimitive()
                && !Modifier.isAbstract(type.getModifiers())
                && type != Object.class
                && !hasEquality(type)) {
            return Optional.of("it does not override hashCode and equals. Use a record");
        }
        return Optional.empty();
    }

    /** What a compiler makes for a record is final. */
    private static boolean definesEquals(Class<?> type) {
        try {
            return !Modifier.isFinal(type.getMethod("equals", Object.class).getModifiers());
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every class has equals", e);
        }
    }

    private static boolean hasEquality(Class<?> type) {
        try {
            return type.isEnum()
                    || type.getMethod("hashCode").getDeclaringClass() != Object.class
                            && type.getMethod("equals", Object.class).getDeclaringClass() != Object.class;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every class has hashCode and equals", e);
        }
    }

    /** The class to which a record's codec belongs. */
    static Class<?> classOf(Object record) {
        if (record instanceof Enum<?> constant) {
            return constant.getDeclaringClass();
        }
        if (record instanceof List<?>) {
            return List.class;
        }
        if (record instanceof Set<?>) {
            return Set.class;
        }
        return record instanceof Map<?, ?> ? Map.class : record.getClass();
    }
}
