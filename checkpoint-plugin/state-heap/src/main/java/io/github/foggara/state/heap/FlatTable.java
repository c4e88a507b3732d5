package io.github.foggara.state.heap;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedTable;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;

/**
 * Objects by key, flat, for one kind of keys. Task thread, except what
 * reads pages of a copy.
 */
abstract class FlatTable extends PagedTable {
    /** Reads the group of a slot of a copy; on the reader's thread, to which the function must belong. */
    abstract GroupedSlots.Slots groups(KeyGrouping grouping);

    /** Reader's thread. */
    abstract void writeKey(Object[] page, int index, RecordCodec<Object> codec, RecordOutput out);

    /** Reader's thread. */
    abstract Object value(Object[] page, int index);
}
