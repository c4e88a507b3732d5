package io.github.foggara.api.function;

/** Keeps the records for which it returns true. */
@FunctionalInterface
public interface FilterFunction<T> extends Function {
    /** Called on the task thread, between two mails; an exception fails the task. */
    boolean filter(T record) throws Exception;
}
