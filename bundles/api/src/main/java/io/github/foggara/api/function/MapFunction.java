package io.github.foggara.api.function;

/** One record in, one out; neither is null. */
@FunctionalInterface
public interface MapFunction<T, R> extends Function {
    /** Called on the task thread, between two mails; an exception fails the task. */
    R map(T record) throws Exception;
}
