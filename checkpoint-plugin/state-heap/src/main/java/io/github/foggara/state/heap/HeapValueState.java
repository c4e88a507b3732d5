package io.github.foggara.state.heap;

import io.github.foggara.api.state.ValueState;

/** Values are replaced, never changed. */
final class HeapValueState<T> implements ValueState<T> {
    private final StateTable table;
    private final Keeping<T> keeping;

    HeapValueState(StateTable table, Keeping<T> keeping) {
        this.table = table;
        this.keeping = keeping;
    }

    @Override
    @SuppressWarnings("unchecked")
    public T value() {
        return (T) table.get();
    }

    @Override
    public void update(T value) {
        if (value == null) {
            table.remove();
        } else {
            table.put(keeping.own(value));
        }
    }

    @Override
    public void clear() {
        table.remove();
    }
}
