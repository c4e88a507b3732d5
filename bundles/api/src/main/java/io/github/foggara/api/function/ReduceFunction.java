package io.github.foggara.api.function;

/** Combines two records of one key; must be associative. The left one came first. */
@FunctionalInterface
public interface ReduceFunction<T> extends Function {
    /** Called on the task thread, between two mails; an exception fails the task. */
    T reduce(T left, T right) throws Exception;
}
