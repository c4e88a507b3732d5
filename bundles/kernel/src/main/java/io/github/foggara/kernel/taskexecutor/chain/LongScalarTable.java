package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;

/**
 * A number by {@code long} key: open addressing with linear probing, at most two thirds full, key and number side by side in
 * one array, so that an update touches one cache line and nothing on the heap points anywhere. Beside it, if asked for, the
 * record a key began with.
 *
 * <p>A key of 0 marks an empty slot; the key 0 itself has the slot behind all others. A slot number is valid until the next
 * call of {@link #insert}. One thread.
 */
final class LongScalarTable extends ReduceTable {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;
    private static final int FIRST_BITS = 6;

    private final boolean withFirst;
    /** Key and number alternate. */
    private long[] cells;
    /** Null without them. */
    private Object[] firsts;

    private boolean zero;
    private int shift;
    private int room;

    LongScalarTable(boolean withFirst) {
        this.withFirst = withFirst;
        allocate(FIRST_BITS);
    }

    private void allocate(int bits) {
        cells = new long[(2 << bits) + 2];
        firsts = withFirst ? new Object[(1 << bits) + 1] : null;
        shift = 64 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        replaced();
    }

    /** The slot of the key, or -1 if it is not there. */
    int slot(long key) {
        long[] table = cells;
        if (key == 0) {
            return zero ? slots() - 1 : -1;
        }
        int mask = (1 << 64 - shift) - 1;
        int slot = (int) (key * SPREAD >>> shift);
        long found;
        while ((found = table[2 * slot]) != key) {
            if (found == 0) {
                return -1;
            }
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Brings what {@link #slot} will look at first into the cache; the result means nothing. */
    long touch(long key) {
        return cells[2 * (int) (key * SPREAD >>> shift)];
    }

    /** Whether touching ahead is worth it: the table is larger than the nearest cache. */
    boolean large() {
        return cells.length > 1 << 12;
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
    void insert(long key, long number, Object first) {
        if (key == 0) {
            zero = true;
            put(slots() - 1, key, number, first);
            return;
        }
        if (room == 0) {
            grow();
        }
        room--;
        put(free(key), key, number, first);
    }

    private int free(long key) {
        int mask = (1 << 64 - shift) - 1;
        int slot = (int) (key * SPREAD >>> shift);
        while (cells[2 * slot] != 0) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    private void put(int slot, long key, long number, Object first) {
        changing(slot);
        cells[2 * slot] = key;
        cells[2 * slot + 1] = number;
        if (firsts != null) {
            firsts[slot] = first;
        }
    }

    private void grow() {
        long[] oldCells = cells;
        Object[] oldFirsts = firsts;
        int last = slots() - 1;
        allocate(65 - shift);
        for (int i = 0; i < last; i++) {
            if (oldCells[2 * i] != 0) {
                room--;
                put(
                        free(oldCells[2 * i]),
                        oldCells[2 * i],
                        oldCells[2 * i + 1],
                        oldFirsts == null ? null : oldFirsts[i]);
            }
        }
        put(slots() - 1, 0, oldCells[2 * last + 1], oldFirsts == null ? null : oldFirsts[last]);
    }

    /** How many slots there are, empty ones included. */
    int slots() {
        return cells.length / 2;
    }

    @Override
    public int size() {
        return (int) ((1L << 64 - shift) * 2 / 3) - room + (zero ? 1 : 0);
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(slots(), cells, firsts);
    }

    @Override
    GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping) {
        int ofZero = zero ? slots() - 1 : -1;
        return (page, index, slot) -> {
            long key = ((long[]) page[0])[2 * index];
            int group = kind.group(key, grouping);
            return key != 0 || slot == ofZero ? group : EMPTY;
        };
    }

    @Override
    void write(Object[] page, int index, EntryWriter out) {
        long[] written = (long[]) page[0];
        out.number(written[2 * index]);
        out.number(written[2 * index + 1]);
        if (page[1] != null) {
            out.value(((Object[]) page[1])[index]);
        }
    }

    @Override
    void read(EntryReader in) {
        long key = in.numberKey();
        long number = in.number();
        Object first = in.firsts() ? in.value() : null;
        if (slot(key) >= 0) {
            throw in.twice(key);
        }
        insert(key, number, withFirst ? first : null);
    }
}
