package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;

/**
 * Values by key with value equality: open addressing with linear probing, at most two thirds full. Keys and values
 * alternate in one array; the hashes are kept, so that another key is rarely touched. A slot number is valid until the
 * next call of {@link #slot}. One thread.
 */
final class ObjectKeyTable extends ReduceTable {
    private static final int SPREAD = 0x9E3779B9;

    private int[] hashes;
    private Object[] entries;
    private int shift;
    private int room;

    ObjectKeyTable() {
        allocate(6);
    }

    private void allocate(int bits) {
        hashes = new int[1 << bits];
        entries = new Object[2 << bits];
        shift = 32 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        replaced();
    }

    /** The slot of the key, or the empty one where it will stand after {@link #insert}. */
    int slot(Object key) {
        int hash = key.hashCode();
        int mask = hashes.length - 1;
        int slot = hash * SPREAD >>> shift;
        Object found;
        while ((found = entries[2 * slot]) != null && (hashes[slot] != hash || !key.equals(found))) {
            slot = slot + 1 & mask;
        }
        return slot;
    }

    /** Null if the slot is empty. */
    Object value(int slot) {
        return entries[2 * slot + 1];
    }

    void update(int slot, Object value) {
        changing(slot);
        entries[2 * slot + 1] = value;
    }

    /** Fills the empty slot that {@link #slot} gave for this key. */
    void insert(int slot, Object key, Object value) {
        changing(slot);
        put(slot, key.hashCode(), key, value);
        if (room == 0) {
            grow();
        }
    }

    private void put(int slot, int hash, Object key, Object value) {
        hashes[slot] = hash;
        entries[2 * slot] = key;
        entries[2 * slot + 1] = value;
        room--;
    }

    private void grow() {
        int[] oldHashes = hashes;
        Object[] oldEntries = entries;
        allocate(33 - shift);
        int mask = hashes.length - 1;
        for (int i = 0; i < oldHashes.length; i++) {
            if (oldEntries[2 * i] != null) {
                int slot = oldHashes[i] * SPREAD >>> shift;
                while (entries[2 * slot] != null) {
                    slot = slot + 1 & mask;
                }
                put(slot, oldHashes[i], oldEntries[2 * i], oldEntries[2 * i + 1]);
            }
        }
    }

    /** How many slots there are, empty ones included. */
    int slots() {
        return hashes.length;
    }

    @Override
    public int size() {
        return (int) (hashes.length * 2L / 3) - room;
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(slots(), new Object[] {entries});
    }

    @Override
    GroupedSlots.Slots groups(KeyKind kind, KeyGrouping grouping) {
        return (page, index, slot) -> {
            Object key = ((Object[]) page[0])[2 * index];
            return key == null ? EMPTY : grouping.group(key);
        };
    }

    @Override
    void write(Object[] page, int index, EntryWriter out) {
        Object[] written = (Object[]) page[0];
        out.key(written[2 * index]);
        out.value(written[2 * index + 1]);
    }

    @Override
    void read(EntryReader in) {
        Object key = in.key();
        Object value = in.value();
        int slot = slot(key);
        if (entries[2 * slot] != null) {
            throw in.twice(key);
        }
        insert(slot, key, value);
    }
}
