package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.kernel.plugin.Lease;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.service.ServiceWatch;
import java.util.Optional;
import java.util.function.Consumer;

/** Finds what user code asks for by {@code RuntimeContext.service}. Any thread; never blocks. */
public interface ServiceLocator extends ServiceWatch {
    /**
     * @param program class loader of the program that asks
     * @param filter in the syntax of OSGi, or null
     * @param leaving called at most once, on any thread, with the name of the bundle, when the service is about to leave while
     *     it is leased; only enqueues. The leaving bundle then waits, bounded, for the lease
     * @return empty if there is none now
     * @throws IllegalArgumentException if the filter cannot be read
     * @throws IllegalStateException if there is one, but its bundle could not make it
     */
    <S> Optional<Lease<S>> lease(ClassLoader program, Class<S> type, String filter, Consumer<String> leaving);

    /** Knows no service. */
    static ServiceLocator none() {
        return new ServiceLocator() {
            @Override
            public <S> Optional<Lease<S>> lease(
                    ClassLoader program, Class<S> type, String filter, Consumer<String> leaving) {
                return Optional.empty();
            }

            @Override
            public boolean available(ClassLoader program, ServiceNeed need) {
                return false;
            }

            @Override
            public AutoCloseable onArrival(Runnable listener) {
                return () -> {};
            }
        };
    }
}
