package io.github.foggara.api.state;

/** One accumulator of the current key. Task thread, while a record is processed. */
public interface AggregatingState<I, O> {
    /** The result of what was added; null if nothing was. */
    O get() throws Exception;

    void add(I value) throws Exception;

    void clear();
}
