package io.github.foggara.kernel.taskexecutor.chain;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * The code of the chains of one graph: a class of its own for each place, shared by the subtasks of a vertex, by their later
 * attempts, and by later runs of an equal graph. Thread-safe: task threads that build their chains at the same time come here.
 *
 * <p>The classes are hidden and not strongly held by their loader, so they unload when the program has let go of this
 * object and the tasks have ended.
 */
public final class ChainCode {
    private static final MethodHandles.Lookup LOOKUP = MethodHandles.lookup();
    private static final MethodType CONSTRUCTOR = MethodType.methodType(void.class, LinkSetup.class);
    private static final ClassValue<byte[]> BYTES = new ClassValue<>() {
        @Override
        protected byte[] computeValue(Class<?> template) {
            return read(template);
        }
    };

    private final Map<String, MethodHandle> constructors = new ConcurrentHashMap<>();
    private final Map<String, Object> parts = new ConcurrentHashMap<>();

    /**
     * A link whose class belongs to this place alone.
     *
     * @param place the same for the same place in every subtask
     */
    Link link(String place, Class<? extends Link> template, LinkSetup setup) {
        return make(
                constructors.computeIfAbsent(place + ' ' + template.getSimpleName(), p -> define(template, null)),
                setup);
    }

    /** A link whose class belongs to this one instance: what it is made from is its class data. */
    static Link only(Class<? extends Link> template, LinkSetup setup) {
        return make(define(template, setup), setup);
    }

    /** What all links of a place have in common besides their class; made once. */
    <T> T part(String place, Class<T> type, Supplier<T> make) {
        return type.cast(parts.computeIfAbsent(place, p -> make.get()));
    }

    private static Link make(MethodHandle constructor, LinkSetup setup) {
        try {
            return (Link) constructor.invokeExact(setup);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException(
                    "Cannot make the link of " + setup.context().operatorName(), t);
        }
    }

    /**
     * @param only null if instances share the class
     */
    private static MethodHandle define(Class<? extends Link> template, LinkSetup only) {
        try {
            byte[] bytes = BYTES.get(template);
            MethodHandles.Lookup hidden = only == null
                    ? LOOKUP.defineHiddenClass(bytes, true)
                    : LOOKUP.defineHiddenClassWithClassData(bytes, only, true);
            return hidden.findConstructor(hidden.lookupClass(), CONSTRUCTOR)
                    .asType(MethodType.methodType(Link.class, LinkSetup.class));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("Cannot define the code of " + template.getSimpleName(), e);
        }
    }

    private static byte[] read(Class<?> template) {
        try (InputStream in = template.getResourceAsStream(template.getSimpleName() + ".class")) {
            if (in == null) {
                throw new IllegalStateException("The class file of " + template + " is not in its bundle");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException("Cannot read the class file of " + template, e);
        }
    }
}
