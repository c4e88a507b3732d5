package io.github.foggara.streams;

import io.github.foggara.api.function.Function;

/** Orders records, like a {@link java.util.Comparator} whose lambda the engine can read. */
@FunctionalInterface
public interface RecordOrder<T> extends Function {
    /** Negative if {@code left} is smaller, positive if it is larger, 0 if neither; consistent, on the task thread. */
    int compare(T left, T right) throws Exception;
}
