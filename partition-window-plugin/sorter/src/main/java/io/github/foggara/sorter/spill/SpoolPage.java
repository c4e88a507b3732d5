package io.github.foggara.sorter.spill;

import java.io.IOException;

/** Memory that a spool fills. It is filled anew only when nobody has pinned it. The lock guards the pins; bytes are only ever appended. */
final class SpoolPage {
    final byte[] bytes;
    private int pins;

    SpoolPage(int size) {
        bytes = new byte[size];
    }

    /** Spool's thread. */
    synchronized boolean free() {
        return pins == 0;
    }

    /** What a spool held at one moment. Made on the spool's thread, used and closed by any. */
    static final class Pin {
        /** The spilled pages, as many as there were; null for none. */
        final BlockFile file;
        /** Of the page, in the bytes of the spool. */
        final long start;

        private final SpoolPage page;
        private boolean closed;

        Pin(BlockFile file, SpoolPage page, long start) {
            this.file = file;
            this.page = page;
            this.start = start;
            synchronized (page) {
                page.pins++;
            }
        }

        int pageSize() {
            return page.bytes.length;
        }

        /**
         * @param position at the begin of a page
         * @return how much memory reading from there takes: pages come from disk as a whole
         */
        int need(long position, long end) {
            return position < start ? pageSize() : (int) Math.min(pageSize(), end - position);
        }

        /** From the begin of the page. */
        void copy(byte[] target, int length) throws IOException {
            synchronized (page) {
                check();
                System.arraycopy(page.bytes, 0, target, 0, length);
            }
        }

        void check() throws IOException {
            synchronized (page) {
                if (closed) {
                    throw new IOException("It was closed while it was read");
                }
            }
        }

        void close() {
            synchronized (page) {
                if (!closed) {
                    closed = true;
                    page.pins--;
                }
            }
        }
    }
}
