package io.github.foggara.connector.file.record;

import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.connector.file.input.MalformedRecordException;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Makes and takes apart the records of one class, which need not be public. */
final class RecordShape {
    private final Class<?> type;
    private final RecordComponent[] components;
    private final MethodHandle constructor;
    private final MethodHandle[] accessors;

    /**
     * @throws JobDefinitionException if the class is not a record
     */
    RecordShape(Class<?> type) {
        if (!type.isRecord()) {
            throw new JobDefinitionException(
                    type.getName() + " is not a record. Files are read into and written from Java"
                            + " records; map to one first, for example record " + type.getSimpleName()
                            + "Row(String name, long count).");
        }
        this.type = type;
        this.components = type.getRecordComponents();
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        try {
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = lookup.unreflectConstructor(canonical)
                    .asFixedArity()
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
            accessors = new MethodHandle[components.length];
            for (int i = 0; i < components.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                accessors[i] = lookup.unreflect(accessor).asType(MethodType.methodType(Object.class, Object.class));
            }
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new JobDefinitionException(
                    "The record " + type.getName() + " cannot be reached: " + e.getMessage()
                            + ". If it stands in a Java module, open its package.",
                    e);
        }
    }

    Class<?> type() {
        return type;
    }

    RecordComponent[] components() {
        return components;
    }

    int size() {
        return components.length;
    }

    String name(int component) {
        return components[component].getName();
    }

    /**
     * @throws MalformedRecordException if the record's own constructor refuses the values
     */
    Object create(Object[] values) throws MalformedRecordException {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (Error e) {
            throw e;
        } catch (Throwable e) {
            throw new MalformedRecordException("the record " + type.getSimpleName() + " refuses it: " + e);
        }
    }

    /** The value of a component; what an accessor of the user's throws comes through. */
    Object value(int component, Object record) {
        try {
            return (Object) accessors[component].invokeExact(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(
                    "The accessor " + name(component) + "() of " + type.getName() + " failed", e);
        }
    }
}
