package io.github.foggara.state.heap;

import io.github.foggara.api.state.GroupedSlots;
import io.github.foggara.api.state.KeyGrouping;
import io.github.foggara.api.state.PagedCopy;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;

/**
 * Objects by key with value equality: open addressing with linear probing, at most two thirds full. Keys and values alternate in one array;
 * the hashes are kept, so that another key is rarely touched. What is removed leaves no mark: those behind it move up.
 */
final class ObjectTable extends FlatTable {
    private static final int SPREAD = 0x9E3779B9;
    private static final int FIRST_BITS = 6;

    private final boolean texts;
    private int[] hashes;
    /** Key and value alternate. */
    private Object[] entries;

    private int shift;
    private int room;
    /** Where the last key was looked for: the next question is likely about the same. */
    private int last;

    /**
     * @param texts whether all keys are {@code String}
     */
    ObjectTable(boolean texts) {
        this.texts = texts;
        allocate(FIRST_BITS);
    }

    private void allocate(int bits) {
        hashes = new int[1 << bits];
        entries = new Object[2 << bits];
        shift = 32 - bits;
        room = (int) ((1L << bits) * 2 / 3);
        last = 0;
        replaced();
    }

    /** The slot of the key, or the empty one where it would stand. */
    private int slot(Object key) {
        int slot = last;
        if (entries[2 * slot] == key) {
            return slot;
        }
        int hash = key.hashCode();
        int mask = hashes.length - 1;
        slot = hash * SPREAD >>> shift;
        Object found;
        while ((found = entries[2 * slot]) != null && (hashes[slot] != hash || !key.equals(found))) {
            slot = slot + 1 & mask;
        }
        last = slot;
        return slot;
    }

    /** Null if it is not there. */
    Object get(Object key) {
        return entries[2 * slot(key) + 1];
    }

    boolean contains(Object key) {
        return entries[2 * slot(key)] != null;
    }

    /** A key that is there; or one that is not, which the table keeps as it is. */
    void put(Object key, Object value) {
        int slot = slot(key);
        changing(slot);
        entries[2 * slot + 1] = value;
        if (entries[2 * slot] == null) {
            hashes[slot] = key.hashCode();
            entries[2 * slot] = key;
            if (--room == 0) {
                grow();
            }
        }
    }

    void remove(Object key) {
        int hole = slot(key);
        if (entries[2 * hole] == null) {
            return;
        }
        room++;
        int mask = hashes.length - 1;
        for (int next = hole + 1 & mask; entries[2 * next] != null; next = next + 1 & mask) {
            int way = next - (hashes[next] * SPREAD >>> shift) & mask;
            if (way >= (next - hole & mask)) {
                changing(hole);
                move(next, hole);
                hole = next;
            }
        }
        changing(hole);
        entries[2 * hole] = null;
        entries[2 * hole + 1] = null;
    }

    private void move(int from, int to) {
        hashes[to] = hashes[from];
        entries[2 * to] = entries[2 * from];
        entries[2 * to + 1] = entries[2 * from + 1];
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
                hashes[slot] = oldHashes[i];
                entries[2 * slot] = oldEntries[2 * i];
                entries[2 * slot + 1] = oldEntries[2 * i + 1];
                room--;
            }
        }
    }

    @Override
    public int size() {
        return (int) (hashes.length * 2L / 3) - room;
    }

    @Override
    protected PagedCopy paged() {
        return new PagedCopy(hashes.length, new Object[] {entries});
    }

    @Override
    GroupedSlots.Slots groups(KeyGrouping grouping) {
        return (page, index, slot) -> {
            Object key = ((Object[]) page[0])[2 * index];
            return key == null ? EMPTY : grouping.group(key);
        };
    }

    @Override
    void writeKey(Object[] page, int index, RecordCodec<Object> codec, RecordOutput out) {
        Object key = ((Object[]) page[0])[2 * index];
        if (texts) {
            out.writeString((String) key);
        } else {
            codec.encode(key, out);
        }
    }

    @Override
    Object value(Object[] page, int index) {
        return ((Object[]) page[0])[2 * index + 1];
    }
}
