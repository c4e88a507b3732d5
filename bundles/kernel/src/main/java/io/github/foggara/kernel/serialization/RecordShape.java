package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
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
import java.util.Optional;
import java.util.WeakHashMap;

/**
 * Reads the components of a record class and makes its records, also if the class is private to its bundle. Any
 * thread; shared by the codecs that use the class at the same time, and kept by nobody else.
 */
final class RecordShape {
    private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
    private static final MethodType MAKER = MethodType.methodType(Object.class, Object[].class);
    private static final Map<Class<?>, WeakReference<RecordShape>> IN_USE = new WeakHashMap<>();

    final Class<?> type;
    final RecordComponent[] components;
    private final Access access;
    /** Null until it is asked for. Guarded by this. */
    private Optional<Wire> wire;

    private RecordShape(Class<?> type) {
        this.type = type;
        this.components = type.getRecordComponents();
        try {
            List<MethodHandle> handles = new ArrayList<>();
            MethodHandle constructor = constructor();
            handles.add(
                    constructor.asSpreader(Object[].class, components.length).asType(MAKER));
            for (MethodHandle accessor : accessors()) {
                handles.add(accessor.asType(GETTER));
            }
            access = RecordCode.of(handles);
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw unreadable(e);
        }
    }

    private IllegalArgumentException unreadable(Exception e) {
        return new IllegalArgumentException("The record " + type.getName() + " cannot be read: " + e, e);
    }

    private MethodHandle constructor() throws ReflectiveOperationException {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> canonical = type.getDeclaredConstructor(types);
        canonical.setAccessible(true);
        return MethodHandles.lookup().unreflectConstructor(canonical).asFixedArity();
    }

    private List<MethodHandle> accessors() throws ReflectiveOperationException {
        List<MethodHandle> accessors = new ArrayList<>();
        for (RecordComponent component : components) {
            Method accessor = component.getAccessor();
            accessor.setAccessible(true);
            accessors.add(MethodHandles.lookup().unreflect(accessor));
        }
        return accessors;
    }

    /** Code for one record class. */
    interface Access {
        Object get(int component, Object record) throws Throwable;

        Object make(Object[] values) throws Throwable;
    }

    /** Code that turns records of one class into bytes and back, component by component. */
    interface Wire {
        /** Whether it can do more than write. */
        boolean reads();

        /** @param codecs of the thread that reads */
        Object read(RecordInput in, Codecs codecs) throws Throwable;

        void write(Object record, RecordOutput out, Codecs codecs) throws Throwable;
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

    /** Made when the first record becomes bytes; empty if the class has too many components for code of its own. */
    synchronized Optional<Wire> wire() {
        if (wire == null) {
            try {
                wire = components.length > WireParts.MOST_WRITTEN ? Optional.empty() : Optional.of(WireCode.of(code()));
            } catch (ReflectiveOperationException | RuntimeException e) {
                throw unreadable(e);
            }
        }
        return wire;
    }

    private List<MethodHandle> code() throws ReflectiveOperationException {
        MethodHandle writer = WireParts.writer(accessors());
        return components.length > WireParts.MOST_READ
                ? List.of(writer)
                : List.of(writer, WireParts.reader(constructor()));
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
            throw noComponents(e);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(t);
        }
    }

    IllegalArgumentException noComponents(RuntimeException e) {
        return new IllegalArgumentException("These are no components of the record " + type.getName() + ": " + e, e);
    }
}
