package io.github.foggara.state.heap;

import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.state.ReducingState;

/** Values are replaced; but the function may change what it is given. */
final class HeapReducingState<T> implements ReducingState<T> {
    private final String words;
    private final StateTable table;
    private final Keeping<T> keeping;
    private final ReduceFunction<T> function;
    private final Pinning pinning;

    HeapReducingState(String words, StateTable table, Keeping<T> keeping, ReduceFunction<T> function, Pinning pinning) {
        this.words = words;
        this.table = table;
        this.keeping = keeping;
        this.function = function;
        this.pinning = pinning;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T get() {
        return (T) table.get();
    }

    @Override
    public void add(T value) throws Exception {
        T before = get();
        if (before == null) {
            table.put(keeping.own(value));
            return;
        }
        T given = pinning.open() ? keeping.untouched(before) : before;
        T after = function.reduce(given, value);
        if (after == null) {
            throw new IllegalStateException("The reduce function of " + words + " returned null");
        }
        table.put(after == given ? given : keeping.own(after));
    }

    @Override
    public void clear() {
        table.remove();
    }
}
