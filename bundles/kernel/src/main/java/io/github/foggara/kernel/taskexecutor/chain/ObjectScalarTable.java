package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;

/**
 * A number by key with value equality: open addressing with linear probing, at most two thirds full. Hash and number stand
 * side by side in one array, so that another key is rarely touched and an update writes no reference. Beside them the keys
 * and, if asked for, the records they began with. A slot number is valid until the next call of {@link #insert}. One thread.
 */
final class ObjectScalarTable extends ReduceTable {
    private static final int SPREAD = 0x9E3779B9;
    private static final int FIRST_BITS = 6;
    /** In a cell above the 32 bits of the hash: 0 means that the slot is empty. */
    private static final long TAKEN = 1L << 32;

    private final boolean withFirst;
    /** Hash and number alternate. */
    private long[] cells;

    private Object[] keys;
    /** Null without them. */
    private Object[] firsts;

    private int shift;
    private int room;

    ObjectScalarTable(boolean withFirst) {
        this.withFirst = withFirst;
        allocate(FIRST_BITS);
    }

    private void allocate(int bits) {
        cells = new long[2 << bits];
        keys = new Object[1 << bits];
        firsts = withFirst ? new Object[1 << bits] : null;
        shift = 32 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        replaced();
    }

    private static long cell(int hash) {
        return TAKEN | hash & 0xFFFFFFFFL;
    }

    /** The slot of the key, or -1 if it is not there. */
    int slot(Object key) {
        int hash = key.hashCode();
        long wanted = cell(hash);
        int mask = keys.length - 1;
        int slot = hash * SPREAD >>> shift;
        long found;
        while ((found = cells[2 * slot]) != 0) {
            if (found == wanted && key.equals(keys[slot])) {
                return slot;
            }
            slot = slot + 1 & mask;
        }
        return -1;
    }

    /** The slot {@link #slot} will look at first, its cell brought into the cache. */
    int touch(Object key) {
        int slot = key.hashCode() * SPREAD >>> shift;
        return cells[2 * slot] == 0 ? -1 : slot;
    }

    /** Brings the objects of that slot into the cache; the result means nothing. */
    int touchObjects(int slot) {
        int sum = keys[slot] instanceof String text ? text.length() : 1;
        return firsts != null && firsts[slot] instanceof String ? sum + 1 : sum;
    }

    /** Whether touching ahead is worth it: the table is larger than the nearest cache. */
    boolean large() {
        return keys.length > 1 << 10;
    }

    long number(int slot) {
        return cells[2 * slot + 1];
    }

    void number(int slot, long number) {
        changing(slot);
        cells[2 * slot + 1] = number;
    }

    /** The record the key began with; null for an empty slot, or if none are kept. */
    Object first(int slot) {
        return firsts == null ? null : firsts[slot];
    }

    /** A key that is not there. */
    void insert(Object key, long number, Object first) {
        if (room == 0) {
            grow();
        }
        put(cell(key.hashCode()), key, number, first);
    }

    private void put(long cell, Object key, long number, Object first) {
        room--;
        int mask = keys.length - 1;
        int slot = (int) cell * SPREAD >>> shift;
        while (cells[2 * slot] != 0) {
            slot = slot + 1 & mask;
        }
        changing(slot);
        cells[2 * slot] = cell;
        cells[2 * slot + 1] = number;
        keys[slot] = key;
        if (firsts != null) {
            firsts[slot] = first;
        }
    }

    private void grow() {
        long[] oldCells = cells;
        Object[] oldKeys = keys;
        Object[] oldFirsts = firsts;
        allocate(33 - shift);
        for (int i = 0; i < oldKeys.length; i++) {
            if (oldCells[2 * i] != 0) {
                put(oldCells[2 * i], oldKeys[i], oldCells[2 * i + 1], oldFirsts == null ? null : oldFirsts[i]);
            }
        }
    }

    /** How many slots there are, empty ones included. */
    int slots() {
        return keys.length;
    }

    @Override
    public int size() {
        return (int) (keys.length * 2L / 3) - room;
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(slots(), cells, keys, firsts);
    }

    @Override
    GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping) {
        return (page, index, slot) ->
                ((long[]) page[0])[2 * index] == 0 ? EMPTY : grouping.group(((Object[]) page[1])[index]);
    }

    @Override
    void write(Object[] page, int index, EntryWriter out) {
        out.key(((Object[]) page[1])[index]);
        out.number(((long[]) page[0])[2 * index + 1]);
        if (page[2] != null) {
            out.value(((Object[]) page[2])[index]);
        }
    }

    @Override
    void read(EntryReader in) {
        Object key = in.key();
        long number = in.number();
        Object first = in.firsts() ? in.value() : null;
        if (slot(key) >= 0) {
            throw in.twice(key);
        }
        insert(key, number, withFirst ? first : null);
    }
}
