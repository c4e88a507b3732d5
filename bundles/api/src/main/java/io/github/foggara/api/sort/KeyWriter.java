package io.github.foggara.api.sort;

import io.github.foggara.api.types.RecordOutput;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** The code of one kind of key. Has no state: encoders of all subtasks share it. */
abstract class KeyWriter {
    /**
     * Code of a class of its own, hidden, that has the handle as a constant which the JIT compiler can inline. The class goes with its
     * instance.
     *
     * @param code {@code (Object[], Object, RecordOutput)void}
     */
    static KeyWriter of(MethodHandle code) {
        try (InputStream in = KeyWriter.class.getResourceAsStream("KeyCode.class")) {
            return (KeyWriter) MethodHandles.lookup()
                    .defineHiddenClassWithClassData(in.readAllBytes(), List.of(code), true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (IOException | ReflectiveOperationException e) {
            throw new IllegalStateException("The bundle's own class file cannot be used", e);
        }
    }

    abstract void write(Object[] own, Object record, RecordOutput out) throws Exception;
}
