package io.github.foggara.streams;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Set;

/** What {@link ComponentReduce} does with two values of a component: a handle that takes the left, then the right one. */
enum Aggregation {
    SUM,
    MIN,
    MAX;

    private static final Set<Class<?>> PRIMITIVE_NUMBERS =
            Set.of(byte.class, short.class, int.class, long.class, float.class, double.class);

    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Whether components of this type can be aggregated so. */
    boolean accepts(Class<?> type) {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        if (this == SUM) {
            return PRIMITIVE_NUMBERS.contains(primitive) || type == BigInteger.class || type == BigDecimal.class;
        }
        return type.isPrimitive() || Comparable.class.isAssignableFrom(type);
    }

    /** Of type {@code (type, type)type}. */
    MethodHandle combiner(Class<?> type) throws ReflectiveOperationException {
        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodType pair = MethodType.methodType(type, type, type);
        if (this != SUM) {
            MethodType erased = MethodType.methodType(Comparable.class, Comparable.class, Comparable.class);
            if (MethodType.methodType(type).unwrap().returnType().isPrimitive() && type != void.class) {
                return primitiveCombiner(lookup, type).asType(pair);
            }
            return lookup.findStatic(Aggregation.class, word(), erased).asType(pair);
        }
        if (type == BigInteger.class || type == BigDecimal.class) {
            return lookup.findVirtual(type, "add", MethodType.methodType(type, type));
        }
        return primitiveCombiner(lookup, type).asType(pair);
    }

    private MethodHandle primitiveCombiner(MethodHandles.Lookup lookup, Class<?> type)
            throws ReflectiveOperationException {
        Class<?> primitive = MethodType.methodType(type).unwrap().returnType();
        return lookup.findStatic(
                PrimitiveAggregates.class, word(), MethodType.methodType(primitive, primitive, primitive));
    }

    private static <C extends Comparable<C>> C min(C left, C right) {
        return left.compareTo(right) <= 0 ? left : right;
    }

    private static <C extends Comparable<C>> C max(C left, C right) {
        return left.compareTo(right) >= 0 ? left : right;
    }
}
