package io.github.foggara.streams;

import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.function.RuntimeContext;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.Optional;

/**
 * Aggregates one component of a record and keeps the others of the left record. {@link #open} joins accessors,
 * combiner and constructor to one handle {@code (left, right) -> record}, once per attempt.
 */
final class ComponentReduce<T> implements ReduceFunction<T> {
    private final Class<?> recordType;
    private final int component;
    private final Aggregation aggregation;
    private transient ReduceFunction<Object> code;

    ComponentReduce(Class<?> recordType, int component, Aggregation aggregation) {
        this.recordType = recordType;
        this.component = component;
        this.aggregation = aggregation;
    }

    /** Why a component cannot be aggregated, in words for the user. */
    static Optional<String> refusal(Class<?> recordType, int component, Aggregation aggregation) {
        RecordComponent target = recordType.getRecordComponents()[component];
        if (aggregation.accepts(target.getType())) {
            return Optional.empty();
        }
        String wanted = aggregation == Aggregation.SUM
                ? "byte, short, int, long, float, double, their boxes, BigInteger or BigDecimal"
                : "a primitive or Comparable type";
        return Optional.of("the component " + recordType.getSimpleName() + "." + target.getName() + " has the type "
                + target.getType().getTypeName() + "; " + aggregation.word() + " needs " + wanted);
    }

    @Override
    public void open(RuntimeContext context) throws ReflectiveOperationException {
        code = ReduceCode.of(handle());
    }

    @Override
    @SuppressWarnings("unchecked")
    public T reduce(T left, T right) throws Exception {
        return (T) code.reduce(left, right);
    }

    @Override
    public void close() {
        code = null;
    }

    private MethodHandle handle() throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        RecordComponent[] components = recordType.getRecordComponents();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Constructor<?> constructor = recordType.getDeclaredConstructor(types);
        constructor.setAccessible(true);
        MethodHandle make = lookup.unreflectConstructor(constructor);
        // From the last component to the first, so that the positions of those still to come stay as they are.
        for (int i = components.length - 1; i >= 0; i--) {
            Method accessor = components[i].getAccessor();
            accessor.setAccessible(true);
            MethodHandle read = lookup.unreflect(accessor);
            if (i == component) {
                MethodHandle combine = aggregation.combiner(types[i]);
                make = MethodHandles.collectArguments(make, i, MethodHandles.filterArguments(combine, 0, read, read));
            } else {
                make = MethodHandles.filterArguments(make, i, read);
            }
        }
        // Now every argument is a record: the left one, except the second argument of the combiner.
        int[] order = new int[components.length + 1];
        order[component + 1] = 1;
        return MethodHandles.permuteArguments(make, MethodType.methodType(recordType, recordType, recordType), order)
                .asType(MethodType.methodType(Object.class, Object.class, Object.class));
    }
}
