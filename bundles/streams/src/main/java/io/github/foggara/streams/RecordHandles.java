package io.github.foggara.streams;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;

/** Canonical constructor and accessors of a record class, also of one that is not public. */
final class RecordHandles {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();

    private final Class<?> type;
    private final RecordComponent[] components;

    RecordHandles(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
    }

    int components() {
        return components.length;
    }

    Class<?> type(int component) {
        return components[component].getType();
    }

    MethodHandle constructor() throws ReflectiveOperationException {
        Constructor<?> constructor = type.getDeclaredConstructor(
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new));
        constructor.setAccessible(true);
        return LOOKUP.unreflectConstructor(constructor);
    }

    MethodHandle accessor(int component) throws ReflectiveOperationException {
        Method accessor = components[component].getAccessor();
        accessor.setAccessible(true);
        return LOOKUP.unreflect(accessor);
    }

    /** {@code (record, value) -> record} with that value in one component and the record's own in the others. */
    MethodHandle with(int component) throws ReflectiveOperationException {
        MethodHandle make = constructor();
        for (int i = 0; i < components.length; i++) {
            if (i != component) {
                make = MethodHandles.filterArguments(make, i, accessor(i));
            }
        }
        int[] order = new int[components.length];
        order[component] = 1;
        return MethodHandles.permuteArguments(
                make, java.lang.invoke.MethodType.methodType(type, type, type(component)), order);
    }
}
