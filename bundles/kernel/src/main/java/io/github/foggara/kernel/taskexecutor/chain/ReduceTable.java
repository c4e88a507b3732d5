package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedTable;

/**
 * What snapshots need of a rolling reduce's table. Task thread, except
 * {@link #write} and the function of {@link #groups}, which see only pages of a copy.
 */
abstract class ReduceTable extends PagedTable {
    /**
     * Reads the group of a slot of a copy made now. Those of numbers are worked out for empty slots, too: that is less than a branch which goes
     * the other way every other time.
     */
    abstract GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping);

    /** Writes the entry of a copy's slot. */
    abstract void write(Object[] page, int index, EntryWriter out);

    /** Reads what {@link #write} wrote, and inserts it. */
    abstract void read(EntryReader in);
}
