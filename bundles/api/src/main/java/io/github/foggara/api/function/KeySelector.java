package io.github.foggara.api.function;

/**
 * The key of a record: deterministic, not null, with value equality. It may be asked any number of times for one record,
 * also ahead of its turn, so it must neither change nor remember anything.
 */
@FunctionalInterface
public interface KeySelector<T, K> extends Function {
    /** Called on the task thread, between two mails; an exception fails the task. */
    K key(T record) throws Exception;
}
