package io.github.foggara.api.state;

import java.io.IOException;

/**
 * The entries of a {@link PagedCopy} by their key groups. Reader's thread only.
 *
 * <p>Each page is read once, from its first slot to its last, and its entries are appended to what there is of their groups; then it is let go.
 * So tables are read as they lie in memory, and so are the entries of a group. To sort slot numbers instead takes less memory to copy, but
 * reads pages all over the table for each group, and most of the time is spent waiting for them.
 */
public final class GroupedSlots {
    private final PagedCopy copy;
    private final Run[] first;
    private final Run[] last;
    private final int[] sizes;
    /** Of the entries of one page: in which slot they are, their group, and where they go. */
    private final int[] slots = new int[PagedCopy.PAGE];

    private final int[] groups = new int[PagedCopy.PAGE];
    private final Run[] runs = new Run[PagedCopy.PAGE];
    private final int[] places = new int[PagedCopy.PAGE];

    /** Reads slots of a table's pages. */
    public interface Slots {
        /**
         * @param page arrays of the page
         * @param index of the slot in the page
         * @param slot in the table
         * @return key group of the entry there, -1 if the slot is empty; whoever can tell without a branch is faster
         */
        int group(Object[] page, int index, int slot);
    }

    /** Some entries of a group, in arrays like those of a page. */
    public static final class Run {
        private static final int FIRST_CAPACITY = 16;
        private static final int LARGEST = 1024;

        private final int capacity;
        private final Object[] page;
        private int size;
        private Run next;

        private Run(PagedCopy copy, int capacity) {
            this.capacity = capacity;
            this.page = copy.empty(capacity);
        }

        /** Arrays of the kinds that the table has; the entries have the first slots. */
        public Object[] page() {
            return page;
        }

        /** How many entries there are. */
        public int size() {
            return size;
        }

        /** Null behind the last one. */
        public Run next() {
            return next;
        }
    }

    /**
     * Takes all pages; from then on the table copies nothing more for them.
     *
     * @param groupCount number of key groups
     * @throws IOException if the copy was closed meanwhile
     */
    public GroupedSlots(PagedCopy copy, int groupCount, Slots reader) throws IOException {
        this.copy = copy;
        this.first = new Run[groupCount];
        this.last = new Run[groupCount];
        this.sizes = new int[groupCount];
        for (int page = 0; page < copy.pages(); page++) {
            if (copy.closed()) {
                throw new IOException("The snapshot was given up");
            }
            append(page, copy.take(page), reader);
        }
    }

    private void append(int number, Object[] page, Slots reader) {
        int count = find(page, copy.slots(number), number * PagedCopy.PAGE, reader);
        for (int i = 0; i < count; i++) {
            int group = groups[i];
            Run run = last[group];
            if (run == null || run.size == run.capacity) {
                run = follow(group, run);
            }
            runs[i] = run;
            places[i] = run.size++;
            sizes[group]++;
        }
        for (int array = 0; array < page.length; array++) {
            copy(page[array], array, copy.stride(array), count);
        }
    }

    /** Without a branch that depends on whether a slot is empty: nobody could foretell it. */
    private int find(Object[] page, int slotCount, int firstSlot, Slots reader) {
        int count = 0;
        for (int index = 0; index < slotCount; index++) {
            int group = reader.group(page, index, firstSlot + index);
            slots[count] = index;
            groups[count] = group;
            count += 1 + (group >> 31);
        }
        return count;
    }

    private Run follow(int group, Run before) {
        int capacity = before == null ? Run.FIRST_CAPACITY : Math.min(2 * before.capacity, Run.LARGEST);
        Run run = new Run(copy, capacity);
        if (before == null) {
            first[group] = run;
        } else {
            before.next = run;
        }
        last[group] = run;
        return run;
    }

    private void copy(Object from, int array, int stride, int count) {
        if (from instanceof long[] longs) {
            for (int i = 0; i < count; i++) {
                long[] to = (long[]) runs[i].page[array];
                for (int k = 0; k < stride; k++) {
                    to[places[i] * stride + k] = longs[slots[i] * stride + k];
                }
            }
        } else if (from instanceof int[] ints) {
            for (int i = 0; i < count; i++) {
                int[] to = (int[]) runs[i].page[array];
                for (int k = 0; k < stride; k++) {
                    to[places[i] * stride + k] = ints[slots[i] * stride + k];
                }
            }
        } else if (from != null) {
            Object[] objects = (Object[]) from;
            for (int i = 0; i < count; i++) {
                Object[] to = (Object[]) runs[i].page[array];
                for (int k = 0; k < stride; k++) {
                    to[places[i] * stride + k] = objects[slots[i] * stride + k];
                }
            }
        }
    }

    /** How many entries the group has. */
    public int size(int group) {
        return sizes[group];
    }

    /** The group's entries, in the order of their slots; null if it has none. */
    public Run first(int group) {
        return first[group];
    }
}
