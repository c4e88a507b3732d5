package io.github.foggara.api.state;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The arrays of a flat table as they were at one moment, while the table goes on changing. What tables in memory, the engine's and those of
 * a state backend, have in common.
 *
 * <p>The table's thread makes it and says {@link #beforeChange} before it writes to a slot, until it replaces the arrays (old ones are
 * never written again) or this is {@link #closed}. One other thread takes the pages.
 *
 * <p>Making it costs one reference per page. A page is copied once, by whoever needs it first: by the table's thread because it is about
 * to change it, or by the reader.
 */
public final class PagedCopy {
    // Copy on write by page, as an operating system does it for a forked process, without a table of pages in between:
    // the arrays stay where they are, so nothing is slower while no copy is open.
    //
    // Each page has one word, and one compare-and-set on it decides who copied the page. Whoever writes a slot has read
    // a word that is set, or has set it, before. So if the reader's compare-and-set from null succeeds, no write to the
    // page came before it, and what the reader has copied until then is as it was; if it fails, the reader's copy may
    // be torn and is thrown away for the writer's, which was made before that thread's first write. The word is read
    // with acquire semantics: the reader's reads of a page come before its compare-and-set, that before the read that
    // sees it, and that before the write.

    /** Slots of a page: with two longs a slot, two pages of most machines. */
    public static final int PAGE = 512;

    private static final Object[] TAKEN = {};

    private final int slots;
    private final Object[] arrays;
    private final int[] strides;
    private final AtomicReferenceArray<Object[]> pages;
    private volatile boolean closed;

    /**
     * @param slots of the table, not 0
     * @param arrays of {@code long}, {@code int} or objects; each has the same number of elements for every slot; null for one that is
     *     not there
     * @throws IllegalArgumentException for an array of another type or length
     */
    public PagedCopy(int slots, Object... arrays) {
        this.slots = slots;
        this.arrays = arrays.clone();
        this.strides = new int[arrays.length];
        for (int i = 0; i < arrays.length; i++) {
            int length = length(arrays[i]);
            if (length % slots != 0) {
                throw new IllegalArgumentException(length + " elements for " + slots + " slots");
            }
            strides[i] = length / slots;
        }
        this.pages = new AtomicReferenceArray<>((slots + PAGE - 1) / PAGE);
    }

    /** Table's thread: the slot is about to be written. */
    public void beforeChange(int slot) {
        int page = slot / PAGE;
        if (pages.getAcquire(page) == null) {
            pages.compareAndSet(page, null, copy(page));
        }
    }

    public int pages() {
        return pages.length();
    }

    /** Slots of that page: the last one may be shorter. */
    public int slots(int page) {
        return Math.min(PAGE, slots - page * PAGE);
    }

    /**
     * Reader: the page as it was, one array for each that was given, from the page's first slot on. Each page once.
     *
     * @throws IllegalStateException the second time
     */
    public Object[] take(int page) {
        Object[] kept = pages.getAcquire(page);
        if (kept == null) {
            Object[] own = copy(page);
            if (pages.compareAndSet(page, null, TAKEN)) {
                return own;
            }
            kept = pages.getAcquire(page);
        }
        if (kept == TAKEN) {
            throw new IllegalStateException("Page " + page + " was taken before");
        }
        pages.setRelease(page, TAKEN);
        return kept;
    }

    /** Nobody needs it any more. Any thread. */
    public void close() {
        closed = true;
    }

    /** Whether the table may forget it. Any thread. */
    public boolean closed() {
        return closed;
    }

    /** Elements that a slot has in that array. */
    int stride(int array) {
        return strides[array];
    }

    /** Arrays of the same kinds for so many slots. */
    Object[] empty(int slotCount) {
        Object[] made = new Object[arrays.length];
        for (int i = 0; i < made.length; i++) {
            int length = slotCount * strides[i];
            if (arrays[i] instanceof long[]) {
                made[i] = new long[length];
            } else if (arrays[i] instanceof int[]) {
                made[i] = new int[length];
            } else if (arrays[i] != null) {
                made[i] = new Object[length];
            }
        }
        return made;
    }

    private Object[] copy(int page) {
        int from = page * PAGE;
        int to = from + slots(page);
        Object[] copies = new Object[arrays.length];
        for (int i = 0; i < copies.length; i++) {
            copies[i] = range(arrays[i], from * strides[i], to * strides[i]);
        }
        return copies;
    }

    private static Object range(Object array, int from, int to) {
        if (array == null) {
            return null;
        } else if (array instanceof long[] longs) {
            return Arrays.copyOfRange(longs, from, to);
        } else if (array instanceof int[] ints) {
            return Arrays.copyOfRange(ints, from, to);
        }
        return Arrays.copyOfRange((Object[]) array, from, to);
    }

    private static int length(Object array) {
        if (array == null) {
            return 0;
        } else if (array instanceof long[] longs) {
            return longs.length;
        } else if (array instanceof int[] ints) {
            return ints.length;
        } else if (array instanceof Object[] objects) {
            return objects.length;
        }
        throw new IllegalArgumentException("No array of long, int or objects: " + array.getClass());
    }
}
