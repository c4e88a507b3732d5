package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;

/**
 * Values by {@code long} key: open addressing with linear probing, at most two thirds full, keys flat in one array. A slot
 * number is valid until the next call of {@link #slot}. One thread.
 */
final class LongKeyTable extends ReduceTable {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private long[] keys;
    private Object[] values;
    private int shift;
    private int room;

    LongKeyTable() {
        allocate(6);
    }

    private void allocate(int bits) {
        keys = new long[1 << bits];
        values = new Object[1 << bits];
        shift = 64 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        replaced();
    }

    /** The slot of the key, or the empty one where it will stand after {@link #insert}. */
    int slot(long key) {
        int mask = keys.length - 1;
        int slot = (int) (key * SPREAD >>> shift);
        while (values[slot] != null && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Null if the slot is empty. */
    Object value(int slot) {
        return values[slot];
    }

    void update(int slot, Object value) {
        changing(slot);
        values[slot] = value;
    }

    /** Fills the empty slot that {@link #slot} gave for this key. */
    void insert(int slot, long key, Object value) {
        changing(slot);
        keys[slot] = key;
        values[slot] = value;
        if (--room == 0) {
            grow();
        }
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        allocate(65 - shift);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = slot(oldKeys[i]);
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
                room--;
            }
        }
    }

    /** How many slots there are, empty ones included. */
    int slots() {
        return values.length;
    }

    @Override
    public int size() {
        return (int) (keys.length * 2L / 3) - room;
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(slots(), keys, values);
    }

    @Override
    GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping) {
        return (page, index, slot) -> {
            int group = kind.group(((long[]) page[0])[index], grouping);
            return ((Object[]) page[1])[index] == null ? EMPTY : group;
        };
    }

    @Override
    void write(Object[] page, int index, EntryWriter out) {
        out.number(((long[]) page[0])[index]);
        out.value(((Object[]) page[1])[index]);
    }

    @Override
    void read(EntryReader in) {
        long key = in.numberKey();
        Object value = in.value();
        int slot = slot(key);
        if (values[slot] != null) {
            throw in.twice(key);
        }
        insert(slot, key, value);
    }
}
