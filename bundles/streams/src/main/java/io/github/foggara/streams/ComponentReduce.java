package io.github.foggara.streams;

import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.function.RuntimeContext;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * Aggregates one component of a record, of any type, and keeps the others of the left record. {@link #open} joins accessors,
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

    /**
     * @param key component that is the key; empty if the key is something else
     */
    static ReduceFunction<?> of(Class<?> recordType, int component, Aggregation aggregation, OptionalInt key) {
        return recordType.getRecordComponents()[component].getType().isPrimitive()
                ? new ScalarReduce<>(
                        recordType, component, aggregation, ScalarReduce.restIsKey(recordType, component, key))
                : new ComponentReduce<>(recordType, component, aggregation);
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
    @SuppressWarnings("unchecked")
    public void open(RuntimeContext context) throws ReflectiveOperationException {
        code = (ReduceFunction<Object>) HandleCode.of(ReduceCode.class, List.of(handle()));
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
        RecordHandles handles = new RecordHandles(recordType);
        MethodHandle read = handles.accessor(component);
        MethodHandle combine =
                MethodHandles.filterArguments(aggregation.combiner(handles.type(component)), 0, read, read);
        // (left, left, right) -> record, then (left, right)
        MethodHandle make = MethodHandles.collectArguments(handles.with(component), 1, combine);
        return MethodHandles.permuteArguments(make, MethodType.methodType(recordType, recordType, recordType), 0, 0, 1)
                .asType(MethodType.methodType(Object.class, Object.class, Object.class));
    }
}
