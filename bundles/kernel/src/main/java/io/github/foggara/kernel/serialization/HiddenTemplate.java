package io.github.foggara.kernel.serialization;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.util.List;

/** What classes share that are defined again and again, hidden, with other handles as constants. Stateless. */
final class HiddenTemplate {
    private HiddenTemplate() {}

    /** The class file of a template; nothing for one of its copies. */
    static byte[] of(Class<?> type) {
        if (type.isHidden()) {
            return new byte[0];
        }
        try (InputStream in = type.getResourceAsStream(type.getSimpleName() + ".class")) {
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("The bundle's own class file cannot be read", e);
        }
    }

    /**
     * The handles a copy was defined with; null for the template.
     *
     * @param own the lookup of the class that asks
     */
    @SuppressWarnings("unchecked")
    static List<MethodHandle> data(MethodHandles.Lookup own) {
        try {
            return MethodHandles.classData(own, "_", List.class);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("A class may always read its own class data", e);
        }
    }
}
