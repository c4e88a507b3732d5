package io.github.foggara.kernel.serialization;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Reads the components of a record class and makes its records, also if the class is private to its bundle. */
final class RecordShape {
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);

    final Class<?> type;
    final RecordComponent[] components;
    private final MethodHandle[] getters;
    private final MethodHandle constructor;

    RecordShape(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
        this.getters = new MethodHandle[components.length];
        try {
            for (int i = 0; i < components.length; i++) {
                Method accessor = components[i].getAccessor();
                accessor.setAccessible(true);
                getters[i] = MethodHandles.lookup().unreflect(accessor).asType(GETTER);
            }
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            constructor = MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MethodType.methodType(Object.class, Object[].class));
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException("The record " + type.getName() + " cannot be read: " + e, e);
        }
    }

    Object get(int component, Object record) {
        try {
            return (Object) getters[component].invokeExact(record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Null in a primitive component and values of another type are refused. */
    Object make(Object[] values) {
        try {
            return (Object) constructor.invokeExact(values);
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("These are no components of the record " + type.getName() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }
}
