package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;

/**
 * What snapshots need of a rolling reduce's table. While no copy is open, a change costs one comparison with null. Task thread, except
 * {@link #write} and the function of {@link #groups}, which see only pages of a copy.
 */
abstract class ReduceTable {
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

    /** Reads the group of a slot of a copy made now. */
    abstract GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping);

    /** Writes the entry of a copy's slot. */
    abstract void write(Object[] page, int index, EntryWriter out);

    /** Reads what {@link #write} wrote, and inserts it. */
    abstract void read(EntryReader in);
}
