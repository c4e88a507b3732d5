package io.github.foggara.state.heap;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;

/**
 * Objects by {@code long} or {@code int} key: open addressing with linear probing, at most two thirds full, keys flat in one array. What
 * is removed leaves no mark: those behind it move up.
 */
final class LongTable extends FlatTable {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int FIRST_BITS = 6;

    private final boolean ints;
    private long[] keys;
    private Object[] values;
    private int shift;
    private int room;
    /** Where the last key was looked for: the next question is likely about the same. */
    private int last;

    /**
     * @param ints whether keys are {@code Integer}, not {@code Long}: their groups differ
     */
    LongTable(boolean ints) {
        this.ints = ints;
        allocate(FIRST_BITS);
    }

    private void allocate(int bits) {
        keys = new long[1 << bits];
        values = new Object[1 << bits];
        shift = 64 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        last = 0;
        replaced();
    }

    private int home(long key) {
        return (int) (key * SPREAD >>> shift);
    }

    /** The slot of the key, or the empty one where it would stand. */
    private int slot(long key) {
        int slot = last;
        if (keys[slot] == key && values[slot] != null) {
            return slot;
        }
        int mask = keys.length - 1;
        slot = home(key);
        while (values[slot] != null && keys[slot] != key) {
            slot = slot + 1 & mask;
        }
        last = slot;
        return slot;
    }

    /** Null if it is not there. */
    Object get(long key) {
        return values[slot(key)];
    }

    void put(long key, Object value) {
        int slot = slot(key);
        boolean added = values[slot] == null;
        changing(slot);
        keys[slot] = key;
        values[slot] = value;
        if (added && --room == 0) {
            grow();
        }
    }

    void remove(long key) {
        int hole = slot(key);
        if (values[hole] == null) {
            return;
        }
        room++;
        int mask = keys.length - 1;
        for (int next = hole + 1 & mask; values[next] != null; next = next + 1 & mask) {
            int way = next - home(keys[next]) & mask;
            if (way >= (next - hole & mask)) {
                changing(hole);
                keys[hole] = keys[next];
                values[hole] = values[next];
                hole = next;
            }
        }
        changing(hole);
        values[hole] = null;
    }

    private void grow() {
        long[] oldKeys = keys;
        Object[] oldValues = values;
        allocate(65 - shift);
        int mask = keys.length - 1;
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldValues[i] != null) {
                int slot = home(oldKeys[i]);
                while (values[slot] != null) {
                    slot = slot + 1 & mask;
                }
                keys[slot] = oldKeys[i];
                values[slot] = oldValues[i];
                room--;
            }
        }
    }

    @Override
    public int size() {
        return (int) (keys.length * 2L / 3) - room;
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(keys.length, keys, values);
    }

    @Override
    GroupedSlots.Slots groups(KeyGrouping grouping) {
        return (page, index, slot) -> {
            long key = ((long[]) page[0])[index];
            // Also of an empty slot: that is less than a branch which goes the other way every other time.
            int group = ints ? grouping.group((Object) (int) key) : grouping.group(key);
            return ((Object[]) page[1])[index] == null ? EMPTY : group;
        };
    }

    @Override
    void writeKey(Object[] page, int index, RecordCodec<Object> codec, RecordOutput out) {
        KeyForm.writeNumber(((long[]) page[0])[index], out);
    }

    @Override
    Object value(Object[] page, int index) {
        return ((Object[]) page[1])[index];
    }
}
