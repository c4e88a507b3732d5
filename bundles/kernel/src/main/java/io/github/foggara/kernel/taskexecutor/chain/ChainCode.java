package io.github.foggara.kernel.taskexecutor.chain;

import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The code of one vertex of one job: a class of its own for each place in the chain, shared by the subtasks. Thread-safe:
 * task threads that build their chains at the same time come here.
 *
 * <p>The classes are hidden and not strongly held by their loader, so they unload when the job has let go of this
 * object and its tasks have ended.
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

    /**
     * A link whose class belongs to this place alone.
     *
     * @param place the same for the same place in every subtask
     */
    Link link(String place, Class<? extends Link> template, LinkSetup setup) {
        MethodHandle constructor =
                constructors.computeIfAbsent(place + ' ' + template.getSimpleName(), p -> define(template));
        try {
            return (Link) constructor.invokeExact(setup);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable t) {
            throw new IllegalStateException("Cannot make the link " + place, t);
        }
    }

    private static MethodHandle define(Class<? extends Link> template) {
        try {
            MethodHandles.Lookup hidden = LOOKUP.defineHiddenClass(BYTES.get(template), true);
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
