package io.github.foggara.api.function;

import org.osgi.annotation.versioning.ProviderType;

/** What a function may know about where it runs. Task thread only. */
@ProviderType
public interface RuntimeContext {
    String jobName();

    /** Name of the operator this function belongs to. */
    String operatorName();

    /** From 0. */
    int subtask();

    int parallelism();

    /** From 0; grows with each restart of this subtask. */
    int attempt();

    /**
     * Holds an OSGi service until the task closes.
     *
     * @param type interface of the service
     * @param filter OSGi filter, or null for any
     * @throws IllegalStateException if there is none, naming type and filter; also outside {@code open}
     */
    <S> S service(Class<S> type, String filter);
}
