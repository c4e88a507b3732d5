package io.github.foggara.sorter;

/**
 * How one budget is shared: two buffers of pages, of which one fills while the other is spilled, an index of each, scratch space to sort
 * one, one block to write and one to copy. How much of it the index needs depends on the size of the records, so it is planned when the first
 * buffer is full, and again when their size changes a lot. While runs are merged the place of the second buffer and of the scratch space
 * holds the blocks that are read.
 */
final class Shares {
    static final int SMALLEST_PAGE = 4 << 10;
    static final int PAGES_AT_LEAST = 12;
    private static final int LARGEST_PAGE = (1 << 20) - (1 << 10);
    private static final int SMALLEST_BLOCK = 1 << 10;
    private static final int LARGEST_BLOCK = 256 << 10;
    /** Bytes for one record: two words in each index and two of scratch. */
    static final long ENTRY = 48;

    private static final int MOST_ENTRIES = 1 << 29;

    private final int pageSize;
    private final int blockSize;
    private final long forBuffers;
    private int capacity;

    Shares(long budget, int maxFan) {
        long least = (long) PAGES_AT_LEAST * SMALLEST_PAGE;
        if (budget < least) {
            throw new IllegalArgumentException(
                    "A sorter needs at least " + least + " bytes of memory, and was given " + budget + ".");
        }
        pageSize = (int) clamp(budget / 64, SMALLEST_PAGE, LARGEST_PAGE) & -64;
        blockSize = (int) clamp(budget * 2 / 5 / (2L * maxFan + 2), SMALLEST_BLOCK, LARGEST_BLOCK) & -64;
        forBuffers = budget - 2L * blockSize;
    }

    private static long clamp(long value, long least, long most) {
        return Math.max(least, Math.min(most, value));
    }

    int pageSize() {
        return pageSize;
    }

    int blockSize() {
        return blockSize;
    }

    /** Records that the index has room for; 0 while it is not planned. */
    int capacity() {
        return capacity;
    }

    /** How many records a buffer of so many pages may hold. */
    int recordLimit(int pages) {
        return capacity > 0 ? capacity : (int) Math.min(MOST_ENTRIES, (forBuffers - 2L * pages * pageSize) / ENTRY);
    }

    /** Whether a buffer may have so many pages for so many records. */
    boolean allows(int pages, int records) {
        return 2L * pages * pageSize + ENTRY * Math.max(capacity, records) <= forBuffers
                && (capacity == 0 || records <= capacity);
    }

    /**
     * Plans anew, if that is worth it.
     *
     * @param pages of a buffer that is full, at least 1
     * @param records in it, at least 1
     * @param payload bytes of them; it may have been given up before it was full
     * @return whether {@link #capacity} is another one now
     */
    boolean plan(int pages, int records, long payload) {
        long perRecord = Math.max(1, payload / records);
        long fits = (forBuffers - 2L * pages * pageSize) / ENTRY;
        long wanted = Math.max(records, Math.min(fits, forBuffers / (2 * perRecord + ENTRY)));
        if (capacity > 0 && wanted < capacity + capacity / 4 && wanted > capacity - capacity / 4) {
            return false;
        }
        capacity = (int) Math.min(MOST_ENTRIES, wanted);
        return true;
    }

    /** What is free for merging when nothing is left but one buffer and its index. */
    long forMerging(int pages, long index) {
        return forBuffers - (long) pages * pageSize - index;
    }
}
