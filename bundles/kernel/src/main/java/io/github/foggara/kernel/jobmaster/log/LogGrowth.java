package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.api.event.EventRecord;

/**
 * How much stands in a log since the image it begins with, and whether that is enough to write another one. Main thread only (a replay has it
 * alone).
 */
public final class LogGrowth {
    /** A log is compacted at so many bytes, however few its events are. */
    private static final long BYTES = 16L << 20;
    /** A larger image is written only for as many times its own bytes. */
    private static final int SMALL_IMAGE = 64 << 10;

    private static final int TIMES = 4;
    /** Main makes it in one go, so a larger one is not written at all. */
    static final int IMAGE_LIMIT = 16 << 20;
    /** Of a record beside its payload, about. */
    private static final int RECORD_BYTES = 21;

    private final int most;
    private boolean hopeless;
    private long events;
    private long bytes;
    private long image;

    /**
     * @param most events after which a log is compacted
     */
    LogGrowth(int most) {
        this.most = most;
    }

    void added(EventRecord event) {
        events++;
        bytes += RECORD_BYTES + event.payload().length;
    }

    /** An image of that size was written, or was too large to be: the next one comes after as much again. */
    void imaged(long size) {
        events = 0;
        bytes = 0;
        image = size;
    }

    /** The store cannot forget. */
    void never() {
        hopeless = true;
    }

    /** Whether an image is to be made. */
    boolean due() {
        return !hopeless && (events >= most || bytes >= BYTES) && pays(image);
    }

    /** Whether one of that size is worth its bytes. */
    boolean pays(long size) {
        return size <= SMALL_IMAGE || bytes >= TIMES * size;
    }

    /** An image would have that size, and is not worth it yet. */
    void postponed(long size) {
        image = size;
    }
}
