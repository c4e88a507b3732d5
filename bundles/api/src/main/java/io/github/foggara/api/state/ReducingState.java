package io.github.foggara.api.state;

/** One value of the current key, combined with each that is added. Task thread, while a record is processed. */
public interface ReducingState<T> {
    /** Null if nothing was added. */
    T get();

    void add(T value) throws Exception;

    void clear();
}
