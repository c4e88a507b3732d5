package io.github.foggara.api.state;

import java.io.IOException;
import java.util.Arrays;

/** The entries of a {@link PagedCopy} in the order of their key groups: a counting sort of slot numbers. Reader's thread only. */
public final class GroupedSlots {
    private final Object[][] pages;
    private final int[] slots;
    /** Where each group begins in {@link #slots}; one more than there are groups. */
    private final int[] begins;

    /** Reads slots of a table's pages. */
    public interface Slots {
        /**
         * @param page arrays of the page
         * @param index of the slot in the page
         * @param slot in the table
         * @return key group of the entry there, -1 if the slot is empty
         */
        int group(Object[] page, int index, int slot);
    }

    /**
     * Takes all pages; from then on the table copies nothing more for them.
     *
     * @param entries how many slots are not empty, about
     * @param groups number of key groups
     * @throws IOException if the copy was closed meanwhile
     */
    public GroupedSlots(PagedCopy copy, int entries, int groups, Slots reader) throws IOException {
        pages = new Object[copy.pages()][];
        int[] found = new int[Math.max(16, entries)];
        short[] group = new short[found.length];
        begins = new int[groups + 1];
        int count = 0;
        for (int page = 0; page < pages.length; page++) {
            if (copy.closed()) {
                throw new IOException("The snapshot was given up");
            }
            pages[page] = copy.take(page);
            int last = copy.slots(page);
            for (int index = 0; index < last; index++) {
                int slot = page * PagedCopy.PAGE + index;
                int where = reader.group(pages[page], index, slot);
                if (where >= 0) {
                    if (count == found.length) {
                        found = Arrays.copyOf(found, 2 * count);
                        group = Arrays.copyOf(group, 2 * count);
                    }
                    found[count] = slot;
                    group[count++] = (short) where;
                    begins[where + 1]++;
                }
            }
        }
        slots = sorted(found, group, count);
    }

    /** Turns counts into beginnings and puts each slot where its group is. */
    private int[] sorted(int[] found, short[] group, int count) {
        for (int i = 1; i < begins.length; i++) {
            begins[i] += begins[i - 1];
        }
        int[] next = begins.clone();
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            order[next[group[i]]++] = found[i];
        }
        return order;
    }

    /** First position of a group's entries; they end where those of the next begin. */
    public int begin(int group) {
        return begins[group];
    }

    public int end(int group) {
        return begins[group + 1];
    }

    /** Arrays of the page that the entry at this position stands in. */
    public Object[] page(int position) {
        return pages[slots[position] / PagedCopy.PAGE];
    }

    /** The entry's slot in its page. */
    public int index(int position) {
        return slots[position] % PagedCopy.PAGE;
    }
}
