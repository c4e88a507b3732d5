package io.github.foggara.api.function;

/** One record in, any number out. */
@FunctionalInterface
public interface FlatMapFunction<T, R> extends Function {
    /** Called on the task thread, between two mails; an exception fails the task. */
    void flatMap(T record, Collector<R> out) throws Exception;
}
