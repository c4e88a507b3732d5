package io.github.foggara.api.function;

/**
 * Takes what a function emits. Valid only during the call it was handed to, on the task's thread.
 *
 * @param <T> type of the records
 */
@FunctionalInterface
public interface Collector<T> {
    /** Emits one record, not null. Never blocks except beyond the overshoot limit of an output. */
    void collect(T record);
}
