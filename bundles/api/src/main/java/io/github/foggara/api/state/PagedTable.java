package io.github.foggara.api.state;

/**
 * A flat table of which copies can be read while it changes. While no copy is open, a change costs one comparison with null. Task thread;
 * pages of a copy may be read by another one.
 */
public abstract class PagedTable {
    /** Stands for the group of an empty slot. */
    protected static final int EMPTY = -1;

    /** Null while nobody reads one. */
    private PagedCopy copy;

    /** Say it before anything in the slot is written. */
    protected final void changing(int slot) {
        if (copy != null) {
            preserve(slot);
        }
    }

    private void preserve(int slot) {
        if (copy.closed()) {
            copy = null;
        } else {
            copy.beforeChange(slot);
        }
    }

    /** The arrays are new: those that the copy reads will not change any more. */
    protected final void replaced() {
        copy = null;
    }

    /** The table as it is now. One copy at a time. */
    public final PagedCopy freeze() {
        copy = paged();
        return copy;
    }

    /** A new copy of the arrays of now. */
    protected abstract PagedCopy paged();

    /** Keys that are there. */
    public abstract int size();
}
