package io.github.foggara.api.sort;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.types.FunctionSignature;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.util.Optional;

/** Keys that a selector yields. */
final class KeySelection {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodHandle CALL = call();

    private KeySelection() {}

    /**
     * @param function index of the selector
     */
    static KeyPart part(int function, FunctionSignature selector, KeyParts parts) {
        String where = "the key";
        Optional<MethodHandle> direct = primitive(selector);
        if (direct.isPresent()) {
            MethodHandle method = direct.get();
            return parts.component(method.type().returnType(), where).from(method);
        }
        Type type = selector.typeArgument(KeySelector.class, 1).orElse(Object.class);
        KeyPart key = parts.component(type, where);
        int slot = parts.slots().size();
        parts.slots().add(functions -> functions.get(function));
        MethodHandle call = MethodHandles.insertArguments(CALL, 0, slot)
                .asType(MethodType.methodType(key.type(), Object[].class, Object.class));
        MethodHandle both = MethodHandles.collectArguments(key.code(), 1, call);
        return new KeyPart(MethodHandles.permuteArguments(both, KeyPart.signature(Object.class), 0, 0, 1, 2));
    }

    /**
     * What a reference such as {@code Event::time} leads to, if it yields a primitive: through the selector it would be boxed, and might
     * be null.
     */
    private static Optional<MethodHandle> primitive(FunctionSignature selector) {
        if (!(selector.implementation().orElse(null) instanceof Method method)
                || !method.getReturnType().isPrimitive()
                || !selector.captured().isEmpty()
                || method.getParameterCount() != (Modifier.isStatic(method.getModifiers()) ? 1 : 0)
                || !method.trySetAccessible()) {
            return Optional.empty();
        }
        try {
            return Optional.of(LOOKUP.unreflect(method));
        } catch (IllegalAccessException e) {
            return Optional.empty();
        }
    }

    private static MethodHandle call() {
        try {
            return LOOKUP.findStatic(
                    KeySelection.class,
                    "call",
                    MethodType.methodType(Object.class, int.class, Object[].class, Object.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("There is no call", e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Object call(int slot, Object[] own, Object record) throws Exception {
        return ((KeySelector<Object, Object>) own[slot]).key(record);
    }
}
