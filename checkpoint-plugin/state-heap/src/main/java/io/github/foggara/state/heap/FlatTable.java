package io.github.foggara.state.heap;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;

/**
 * Objects by key, flat, for one kind of keys. While no copy is open, a change costs one comparison with null. Task thread, except what
 * reads pages of a copy.
 */
abstract class FlatTable {
    /** Stands for the group of an empty slot. */
    protected static final int EMPTY = -1;

    /** Null while nobody reads one. */
    private PagedCopy copy;

    /** Say it before anything in the slot is written. */
    protected final void changing(int slot) {
        if (copy != null) {
            preserve(slot);
        }
    }

    private void preserve(int slot) {
        if (copy.closed()) {
            copy = null;
        } else {
            copy.beforeChange(slot);
        }
    }

    /** The arrays are new: those that the copy reads will not change any more. */
    protected final void replaced() {
        copy = null;
    }

    /** The table as it is now. */
    final PagedCopy freeze() {
        copy = paged();
        return copy;
    }

    protected abstract PagedCopy paged();

    /** Keys that are there. */
    abstract int size();

    /** Reads the group of a slot of a copy; on the reader's thread, to which the function must belong. */
    abstract GroupedSlots.Slots groups(KeyGrouping grouping);

    /** Reader's thread. */
    abstract void writeKey(Object[] page, int index, RecordCodec<Object> codec, RecordOutput out);

    /** Reader's thread. */
    abstract Object value(Object[] page, int index);
}
