package io.github.foggara.streams;

import io.github.foggara.api.function.ReduceFunction;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/**
 * Calls one method handle. The class is defined anew, hidden, for each handle, so that the handle is a constant the JIT
 * compiler can inline; a handle in an instance field is several times slower. It unloads with its instance.
 */
final class ReduceCode implements ReduceFunction<Object> {
    private static final MethodHandle HANDLE = classData();

    private static MethodHandle classData() {
        try {
            return MethodHandles.classData(MethodHandles.lookup(), "_", MethodHandle.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A class may always read its own class data", e);
        }
    }

    /** Of type {@code (Object, Object)Object}. */
    static ReduceFunction<Object> of(MethodHandle handle) throws ReflectiveOperationException {
        try (InputStream in = ReduceCode.class.getResourceAsStream("ReduceCode.class")) {
            Object instance = MethodHandles.lookup()
                    .defineHiddenClassWithClassData(in.readAllBytes(), handle, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
            @SuppressWarnings("unchecked")
            ReduceFunction<Object> function = (ReduceFunction<Object>) instance;
            return function;
        } catch (IOException e) {
            throw new IllegalStateException("The bundle's own class file cannot be read", e);
        }
    }

    @Override
    public Object reduce(Object left, Object right) throws Exception {
        try {
            return (Object) HANDLE.invokeExact(left, right);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("A record's constructor or accessor threw " + e, e);
        }
    }
}
