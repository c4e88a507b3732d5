package io.github.foggara.kernel.serialization;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.ref.WeakReference;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;

/**
 * Reads the components of a record class and makes its records, also if the class is private to its bundle. Immutable, any
 * thread; shared by the codecs that use the class at the same time, and kept by nobody else.
 */
final class RecordShape {
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object[].class);
    private static final Map<Class<?>, WeakReference<RecordShape>> IN_USE = new WeakHashMap<>();

    final Class<?> type;
    final RecordComponent[] components;
    private final Access access;

    private RecordShape(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
        try {
            List<MethodHandle> handles = new ArrayList<>();
            Class<?>[] types =
                    Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
            Constructor<?> canonical = type.getDeclaredConstructor(types);
            canonical.setAccessible(true);
            handles.add(MethodHandles.lookup()
                    .unreflectConstructor(canonical)
                    .asSpreader(Object[].class, types.length)
                    .asType(MAKER));
            for (RecordComponent component : components) {
                Method accessor = component.getAccessor();
                accessor.setAccessible(true);
                handles.add(MethodHandles.lookup().unreflect(accessor).asType(GETTER));
            }
            access = RecordCode.of(handles);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalArgumentException("The record " + type.getName() + " cannot be read: " + e, e);
        }
    }

    /** Code for one record class. */
    interface Access {
        Object get(int component, Object record) throws Throwable;

        Object make(Object[] values) throws Throwable;
    }

    static RecordShape of(Class<?> type) {
        synchronized (IN_USE) {
            WeakReference<RecordShape> known = IN_USE.get(type);
            RecordShape shape = known == null ? null : known.get();
            if (shape == null) {
                shape = new RecordShape(type);
                IN_USE.put(type, new WeakReference<>(shape));
            }
            return shape;
        }
    }

    Object get(int component, Object record) {
        try {
            return access.get(component, record);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    /** Null in a primitive component and values of another type are refused. */
    Object make(Object[] values) {
        try {
            return access.make(values);
        } catch (ClassCastException | NullPointerException e) {
            throw new IllegalArgumentException("These are no components of the record " + type.getName() + ": " + e, e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }
}
