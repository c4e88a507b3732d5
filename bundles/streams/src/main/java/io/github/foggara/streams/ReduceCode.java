package io.github.foggara.streams;

import io.github.foggara.api.function.ReduceFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;

/** Template, see {@link HandleCode}: one handle {@code (Object, Object)Object}. */
final class ReduceCode implements ReduceFunction<Object> {
    private static final MethodHandle REDUCE =
            HandleCode.handles(MethodHandles.lookup()).get(0);

    @Override
    public Object reduce(Object left, Object right) throws Exception {
        try {
            return (Object) REDUCE.invokeExact(left, right);
        } catch (Throwable e) {
            throw HandleCode.thrown(e);
        }
    }
}
