package io.github.foggara.testkit.state;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** Takes records apart and puts them together. */
final class RecordParts {
    private static final ClassValue<RecordParts> KNOWN = new ClassValue<>() {
        @Override
        protected RecordParts computeValue(Class<?> type) {
            return new RecordParts(type);
        }
    };

    private final Method[] accessors;
    private final Constructor<?> constructor;

    private RecordParts(Class<?> type) {
        RecordComponent[] components = type.getRecordComponents();
        accessors = Arrays.stream(components).map(RecordComponent::getAccessor).toArray(Method[]::new);
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            constructor = type.getDeclaredConstructor(types);
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("Every record has one", e);
        }
        constructor.setAccessible(true);
        for (Method accessor : accessors) {
            accessor.setAccessible(true);
        }
    }

    static int count(Class<?> type) {
        return KNOWN.get(type).accessors.length;
    }

    /** May hold null. */
    static List<Object> of(Record record) {
        Method[] accessors = KNOWN.get(record.getClass()).accessors;
        Object[] parts = new Object[accessors.length];
        try {
            for (int i = 0; i < parts.length; i++) {
                parts[i] = accessors[i].invoke(record);
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return Arrays.asList(parts);
    }

    static Object make(Class<?> type, Object[] parts) {
        try {
            return KNOWN.get(type).constructor.newInstance(parts);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "These are no parts of a " + type.getName() + ": " + Arrays.toString(parts), e);
        }
    }
}
