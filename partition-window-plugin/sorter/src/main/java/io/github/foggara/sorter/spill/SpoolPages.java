package io.github.foggara.sorter.spill;

import java.io.IOException;

/** The pages of a spool from one on, as a pin holds them: from disk, and the last one from memory. */
final class SpoolPages implements PageSource {
    private final SpoolPage.Pin pin;
    private final boolean owned;
    private final long end;
    /** In the bytes of the spool, at the begin of a page. */
    private long position;

    private BlockReader spilled;

    /**
     * @param position at the begin of a page
     * @param end not behind what was there when it was pinned
     * @param owned whether the pin is closed with it
     */
    SpoolPages(SpoolPage.Pin pin, long position, long end, boolean owned) {
        this.pin = pin;
        this.position = position;
        this.end = end;
        this.owned = owned;
    }

    @Override
    public int next(byte[] target) throws IOException {
        pin.check();
        if (position >= end) {
            return -1;
        }
        int length = (int) Math.min(pin.pageSize(), end - position);
        if (position < pin.start) {
            spilled(target);
        } else {
            pin.copy(target, length);
        }
        position += length;
        return length;
    }

    private void spilled(byte[] target) throws IOException {
        if (spilled == null) {
            spilled = pin.file.readSoFar(position / pin.pageSize());
        }
        int there = spilled.next(target, 0);
        if (there != pin.pageSize()) {
            throw new IOException("A page of the " + pin.file + " has " + there + " bytes, not " + pin.pageSize());
        }
    }

    @Override
    public void close() {
        if (spilled != null) {
            spilled.close();
        }
        if (owned) {
            pin.close();
        }
    }
}
