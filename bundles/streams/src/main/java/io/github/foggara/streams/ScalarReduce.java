package io.github.foggara.streams;

import io.github.foggara.api.function.ScalarReduceFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Aggregates one component of a primitive type and keeps the others of the first record.
 */
final class ScalarReduce<T> implements ScalarReduceFunction<T> {
    /** Keys that cannot be told apart when they are equal. Of floating point, two that are equal may print alike and differ. */
    private static final Set<Class<?>> PLAIN_KEYS =
            Set.of(long.class, int.class, short.class, byte.class, char.class, boolean.class, String.class);

    private final Class<?> recordType;
    private final int component;
    private final Aggregation aggregation;
    private final boolean restIsKey;
    /** For those who call {@link #reduce}. */
    private transient Code<T> code;

    ScalarReduce(Class<?> recordType, int component, Aggregation aggregation, boolean restIsKey) {
        this.recordType = recordType;
        this.component = component;
        this.aggregation = aggregation;
        this.restIsKey = restIsKey;
    }

    /** Whether a record of that class is nothing but the component and a key of which one is as good as an equal one. */
    static boolean restIsKey(Class<?> recordType, int component, OptionalInt key) {
        RecordHandles handles = new RecordHandles(recordType);
        if (handles.components() != 2 || key.isEmpty() || key.getAsInt() == component) {
            return false;
        }
        Class<?> type = handles.type(key.getAsInt());
        return type.isEnum()
                || PLAIN_KEYS.contains(MethodType.methodType(type).unwrap().returnType());
    }

    @Override
    @SuppressWarnings("unchecked")
    public Code<T> newCode() {
        try {
            return (Code<T>) HandleCode.of(ScalarCode.class, handles());
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Constructor and accessors of " + recordType + " cannot be called", e);
        }
    }

    private List<MethodHandle> handles() throws ReflectiveOperationException {
        RecordHandles handles = new RecordHandles(recordType);
        Class<?> type = handles.type(component);
        MethodHandle toBits = toBits(type);
        MethodHandle fromBits = fromBits(type);
        MethodHandle read = handles.accessor(component);
        MethodHandle first = MethodHandles.filterReturnValue(read, toBits);
        MethodHandle add = MethodHandles.filterReturnValue(
                MethodHandles.filterArguments(aggregation.combiner(type), 0, fromBits, read), toBits);
        MethodHandle result = MethodHandles.filterArguments(handles.with(component), 1, fromBits);
        return List.of(
                first.asType(MethodType.methodType(long.class, Object.class)),
                add.asType(MethodType.methodType(long.class, long.class, Object.class)),
                result.asType(MethodType.methodType(Object.class, Object.class, long.class)));
    }

    private static MethodHandle toBits(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle bits = type == float.class
                ? lookup.findStatic(Float.class, "floatToRawIntBits", MethodType.methodType(int.class, float.class))
                : type == double.class
                        ? lookup.findStatic(
                                Double.class, "doubleToRawLongBits", MethodType.methodType(long.class, double.class))
                        : MethodHandles.identity(type);
        return MethodHandles.explicitCastArguments(bits, MethodType.methodType(long.class, type));
    }

    private static MethodHandle fromBits(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle value = type == float.class
                ? lookup.findStatic(Float.class, "intBitsToFloat", MethodType.methodType(float.class, int.class))
                : type == double.class
                        ? lookup.findStatic(
                                Double.class, "longBitsToDouble", MethodType.methodType(double.class, long.class))
                        : MethodHandles.identity(type);
        return MethodHandles.explicitCastArguments(value, MethodType.methodType(type, long.class));
    }

    @Override
    public T reduce(T left, T right) throws Exception {
        if (code == null) {
            code = newCode();
        }
        return code.result(left, code.add(code.first(left), right));
    }

    @Override
    public boolean restIsKey() {
        return restIsKey;
    }

    @Override
    public String keeps() {
        RecordComponent scalar = recordType.getRecordComponents()[component];
        return "the " + aggregation.name().toLowerCase(Locale.ROOT) + " of "
                + scalar.getType().getName() + ' ' + scalar.getName();
    }
}
