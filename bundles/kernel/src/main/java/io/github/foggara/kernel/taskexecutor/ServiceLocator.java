package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.kernel.plugin.Lease;
import java.util.Optional;

/** Finds what user code asks for by {@code RuntimeContext.service}. Task threads; never blocks. */
public interface ServiceLocator {
    /**
     * @param filter in the syntax of OSGi, or null
     * @return empty if there is none now
     * @throws IllegalArgumentException if the filter cannot be read
     */
    <S> Optional<Lease<S>> lease(Class<S> type, String filter);

    /** Knows no service. */
    static ServiceLocator none() {
        return new ServiceLocator() {
            @Override
            public <S> Optional<Lease<S>> lease(Class<S> type, String filter) {
                return Optional.empty();
            }
        };
    }
}
