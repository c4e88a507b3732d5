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
     * Holds an OSGi service until the task closes; of several, the one with the highest ranking. Only in {@code open}.
     *
     * <p>When the service leaves while it is held, because it is unregistered, does not match the filter any more, or its
     * bundle stops, the job is SUSPENDED with that cause: its tasks are cancelled and close, and the bundle that leaves waits
     * for that, bounded. The job starts again by itself when a service that matches is there.
     *
     * <p>A service that is missing is waited for in the same way, if the exception leaves {@code open}: the job is SUSPENDED,
     * and its cause names type and filter, so that a misspelt filter shows. A function that can do without the service
     * catches the exception; it is not told when one comes.
     *
     * @param type interface of the service, as the job's bundle sees it
     * @param filter OSGi filter, or null for any
     * @throws IllegalStateException if there is none, naming type and filter; if its bundle could not make it; outside
     *     {@code open}. The job fails with the latter two
     * @throws IllegalArgumentException if the filter cannot be read
     */
    <S> S service(Class<S> type, String filter);
}
