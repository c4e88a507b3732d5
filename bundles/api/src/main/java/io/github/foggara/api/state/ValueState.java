package io.github.foggara.api.state;

/** One value of the current key. Task thread, while a record is processed. What it hands out must not be changed. */
public interface ValueState<T> {
    /** Null if there is none. */
    T value();

    /** Null is {@link #clear}. */
    void update(T value);

    void clear();
}
