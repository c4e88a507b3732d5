package io.github.foggara.testkit.state;

import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes records apart and puts them together, slowly. */
final class RecordParts {
    private RecordParts() {}

    /** May hold null. */
    static List<Object> of(Record record) {
        List<Object> parts = new ArrayList<>();
        try {
            for (RecordComponent component : record.getClass().getRecordComponents()) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                parts.add(accessor.invoke(record));
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return parts;
    }

    static Object make(Class<?> type, Object[] parts) {
        Class<?>[] types = Arrays.stream(type.getRecordComponents())
                .map(RecordComponent::getType)
                .toArray(Class<?>[]::new);
        try {
            Constructor<?> constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(parts);
        } catch (ReflectiveOperationException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "These are no parts of a " + type.getName() + ": " + Arrays.toString(parts), e);
        }
    }
}
