package io.github.foggara.kernel.serialization;

import io.github.foggara.api.types.RecordInput;
import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.List;
import java.util.Map;

/**
 * Composes the handles that write the components of a record one after the other, and read them and make the record: what a programmer
 * would write for the class. Primitive components are never boxed. The bytes are those of {@link Scalars} for primitives, and of {@link
 * Codecs#encodeValue} for all else.
 */
final class WireParts {
    /**
     * Components that are read by one handle. Each is one handle deeper, and behind some depth the compiler inlines no more: with 12 it
     * was slower than a loop, with 60 three times as slow, and records that hold each other would take too much of the stack.
     */
    static final int MOST_READ = 8;

    /** The same for writing, where it begins to be slower between 30 and 60. */
    static final int MOST_WRITTEN = 24;

    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle VALUE_READER =
            virtual(Codecs.class, "decodeValue", Object.class, RecordInput.class);
    private static final MethodHandle VALUE_WRITER =
            virtual(Codecs.class, "encodeValue", void.class, Object.class, RecordOutput.class);
    private static final Map<Class<?>, String> NAMES = Map.of(
            boolean.class, "Boolean",
            byte.class, "Byte",
            short.class, "Short",
            char.class, "Character",
            int.class, "Integer",
            long.class, "Long",
            float.class, "Float",
            double.class, "Double");

    private WireParts() {}

    /**
     * Takes components as it goes, the first one first.
     *
     * @param constructor of its real type
     * @return {@code (RecordInput, Codecs)Object}
     */
    static MethodHandle reader(MethodHandle constructor) {
        int count = constructor.type().parameterCount();
        MethodHandle rest = MethodHandles.dropArguments(
                constructor.asType(constructor.type().changeReturnType(Object.class)),
                count,
                RecordInput.class,
                Codecs.class);
        for (int i = count - 1; i >= 0; i--) {
            MethodHandle component = component(constructor.type().parameterType(i));
            MethodType shorter = rest.type().dropParameterTypes(i, i + 1);
            int[] order = new int[i + 4];
            for (int j = 0; j < i; j++) {
                order[j] = j;
            }
            order[i] = i;
            order[i + 1] = i + 1;
            order[i + 2] = i;
            order[i + 3] = i + 1;
            rest = MethodHandles.permuteArguments(MethodHandles.collectArguments(rest, i, component), shorter, order);
        }
        return rest;
    }

    /** {@code (RecordInput, Codecs)T}. */
    private static MethodHandle component(Class<?> type) {
        if (type.isPrimitive()) {
            return MethodHandles.dropArguments(
                    fixed("read" + NAMES.get(type), type, RecordInput.class), 1, Codecs.class);
        }
        MethodHandle value = MethodHandles.permuteArguments(
                VALUE_READER, MethodType.methodType(Object.class, RecordInput.class, Codecs.class), 1, 0);
        return value.asType(value.type().changeReturnType(type));
    }

    /**
     * @param accessors of their real types
     * @return {@code (Object, RecordOutput, Codecs)void}
     */
    static MethodHandle writer(List<MethodHandle> accessors) {
        MethodHandle rest =
                MethodHandles.empty(MethodType.methodType(void.class, Object.class, RecordOutput.class, Codecs.class));
        for (int i = accessors.size() - 1; i >= 0; i--) {
            rest = MethodHandles.foldArguments(rest, part(accessors.get(i)));
        }
        return rest;
    }

    private static MethodHandle part(MethodHandle accessor) {
        Class<?> type = accessor.type().returnType();
        MethodType all = MethodType.methodType(void.class, Object.class, RecordOutput.class, Codecs.class);
        MethodHandle get = accessor.asType(MethodType.methodType(type, Object.class));
        if (type.isPrimitive()) {
            MethodHandle write = fixed("write" + NAMES.get(type), void.class, type, RecordOutput.class);
            return MethodHandles.dropArguments(MethodHandles.filterArguments(write, 0, get), 2, Codecs.class);
        }
        MethodHandle object = get.asType(get.type().changeReturnType(Object.class));
        return MethodHandles.permuteArguments(MethodHandles.filterArguments(VALUE_WRITER, 1, object), all, 2, 0, 1);
    }

    private static MethodHandle fixed(String name, Class<?> result, Class<?>... arguments) {
        try {
            return LOOKUP.findStatic(Scalars.class, name, MethodType.methodType(result, arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static MethodHandle virtual(Class<?> type, String name, Class<?> result, Class<?>... arguments) {
        try {
            return LOOKUP.findVirtual(type, name, MethodType.methodType(result, arguments));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
