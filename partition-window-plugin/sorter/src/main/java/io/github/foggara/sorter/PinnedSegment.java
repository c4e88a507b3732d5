package io.github.foggara.sorter;

import io.github.foggara.api.state.Segment;
import java.io.IOException;
import java.io.OutputStream;
import java.util.concurrent.atomic.AtomicInteger;

/** A segment whose bytes somebody has to keep in place as long as a snapshot wants them. The task pins; any thread unpins and writes. */
abstract class PinnedSegment implements Segment {
    private final AtomicInteger wanted = new AtomicInteger();
    private Segment stands = this;

    /** One more holder of the bytes. False if they are gone. */
    abstract boolean hold();

    /** The last holder lets them go. */
    abstract void letGo();

    /** Calls {@link #checkWanted} now and then. */
    abstract void writeAll(OutputStream out) throws IOException;

    final void pin() {
        if (!hold()) {
            throw new IllegalStateException("A snapshot wants a segment that is gone.");
        }
        wanted.incrementAndGet();
    }

    final void unpin() {
        wanted.decrementAndGet();
        letGo();
    }

    final void checkWanted() throws IOException {
        if (wanted.get() <= 0) {
            throw new IOException("The snapshot of the sorter was closed while it was written.");
        }
    }

    /** What snapshots list for these bytes: the segment of a former checkpoint that they were read from, or this one. */
    final Segment stands() {
        return stands;
    }

    final void standsAs(Segment former) {
        stands = former == null ? this : former;
    }

    @Override
    public final void write(OutputStream out) throws IOException {
        checkWanted();
        if (!hold()) {
            throw new IOException("The sorter was closed.");
        }
        try {
            writeAll(out);
        } finally {
            letGo();
        }
    }
}
