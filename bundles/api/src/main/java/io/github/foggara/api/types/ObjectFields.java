package io.github.foggara.api.types;

import io.github.foggara.api.types.FunctionSignature.Captured;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedList;
import java.util.List;

/** Reads the fields that an ordinary function object carries. */
final class ObjectFields {
    private ObjectFields() {}

    static List<Captured> of(Object object) {
        LinkedList<Class<?>> classes = new LinkedList<>();
        for (Class<?> type = object.getClass(); type != Object.class; type = type.getSuperclass()) {
            classes.addFirst(type);
        }
        List<Captured> values = new ArrayList<>();
        for (Class<?> type : classes) {
            for (Field field : type.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !Modifier.isTransient(field.getModifiers())) {
                    values.add(new Captured(field.getName(), read(object, field)));
                }
            }
        }
        return Collections.unmodifiableList(values);
    }

    private static Object read(Object object, Field field) {
        try {
            field.setAccessible(true);
            return field.get(object);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException(
                    "The field " + field.getName() + " of "
                            + field.getDeclaringClass().getName()
                            + ", which a function carries, cannot be read; make it transient and set it in open: " + e,
                    e);
        }
    }
}
