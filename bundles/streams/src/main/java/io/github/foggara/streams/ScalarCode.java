package io.github.foggara.streams;

import io.github.foggara.api.function.ScalarReduceFunction;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** Template, see {@link HandleCode}: handles {@code (Object)long}, {@code (long, Object)long}, {@code (Object, long)Object}. */
final class ScalarCode implements ScalarReduceFunction.Code<Object> {
    private static final List<MethodHandle> HANDLES = HandleCode.handles(MethodHandles.lookup());
    private static final MethodHandle FIRST = HANDLES.get(0);
    private static final MethodHandle ADD = HANDLES.get(1);
    private static final MethodHandle RESULT = HANDLES.get(2);

    @Override
    public long first(Object record) throws Exception {
        try {
            return (long) FIRST.invokeExact(record);
        } catch (Throwable e) {
            throw HandleCode.thrown(e);
        }
    }

    @Override
    public long add(long number, Object record) throws Exception {
        try {
            return (long) ADD.invokeExact(number, record);
        } catch (Throwable e) {
            throw HandleCode.thrown(e);
        }
    }

    @Override
    public Object result(Object record, long number) throws Exception {
        try {
            return (Object) RESULT.invokeExact(record, number);
        } catch (Throwable e) {
            throw HandleCode.thrown(e);
        }
    }
}
