package io.github.foggara.api.function;

/**
 * Folds values into an accumulator of another type.
 *
 * @param <I> type of the values
 * @param <A> type of the accumulator; it may be changed in place
 * @param <O> type of the result
 */
public interface AggregateFunction<I, A, O> extends Function {
    A createAccumulator();

    /** The accumulator with the value in it: the same object, or another one. */
    A add(I value, A accumulator) throws Exception;

    O result(A accumulator) throws Exception;

    A merge(A left, A right) throws Exception;
}
