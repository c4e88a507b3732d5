package io.github.foggara.api.function;

/**
 * A function with the whole life cycle: {@code open, process…, endInput, finish, close} (FLIP-147).
 *
 * @param <T> type of the input
 * @param <R> type of the output
 */
@FunctionalInterface
public interface ProcessFunction<T, R> extends Function {
    /** Called for each record on the task thread. */
    void process(T record, Collector<R> out) throws Exception;

    /** All input has been read; records may still be emitted. Called once, before {@link #finish}. */
    default void endInput(Collector<R> out) throws Exception {}

    /** The last chance to emit; called only if the job drains (natural end, or stop with drain). */
    default void finish(Collector<R> out) throws Exception {}
}
