package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** Template, see {@link KeyWriter#of}. */
final class KeyCode extends KeyWriter {
    private static final MethodHandle WRITE = handle(MethodHandles.lookup());

    KeyCode() {}

    @Override
    void write(Object[] own, Object record, RecordOutput out) throws Exception {
        try {
            WRITE.invokeExact(own, record, out);
        } catch (Exception | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException("An accessor threw " + e, e);
        }
    }

    private static MethodHandle handle(MethodHandles.Lookup own) {
        try {
            return (MethodHandle) MethodHandles.classData(own, "_", List.class).get(0);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A class may always read its own class data", e);
        }
    }
}
