package io.github.foggara.api.state;

import java.util.List;

/**
 * A list: of the current key while a record is processed; or of this subtask (operator state), then also in {@code open}. Task thread.
 * Its elements must not be changed.
 */
public interface ListState<T> {
    /** A view that ends with the next change; empty if there is nothing. */
    Iterable<T> get();

    void add(T element);

    void addAll(List<T> elements);

    /** Replaces everything. */
    void update(List<T> elements);

    void clear();
}
