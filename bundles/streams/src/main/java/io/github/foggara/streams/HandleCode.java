package io.github.foggara.streams;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/**
 * Classes that call method handles. Such a class is a template, defined anew, hidden, for each set of handles, so that they are
 * constants the JIT compiler can inline; a handle in an instance field is several times slower. It unloads with its
 * instance.
 */
final class HandleCode {
    private HandleCode() {}

    /** An instance of a class made from the template for these handles alone. */
    static Object of(Class<?> template, List<MethodHandle> handles) throws ReflectiveOperationException {
        try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            return MethodHandles.lookup()
                    .defineHiddenClassWithClassData(in.readAllBytes(), handles, true)
                    .lookupClass()
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (IOException e) {
            throw new IllegalStateException("The bundle's own class file cannot be read", e);
        }
    }

    /** For the static initializer of a template: the handles of the class that asks. */
    @SuppressWarnings("unchecked")
    static List<MethodHandle> handles(MethodHandles.Lookup own) {
        try {
            return MethodHandles.classData(own, "_", List.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A class may always read its own class data", e);
        }
    }

    /** What a handle threw, for a caller that may throw it. */
    static Exception thrown(Throwable e) {
        if (e instanceof Error error) {
            throw error;
        }
        return e instanceof Exception exception
                ? exception
                : new IllegalStateException("A record's constructor or accessor threw " + e, e);
    }
}
