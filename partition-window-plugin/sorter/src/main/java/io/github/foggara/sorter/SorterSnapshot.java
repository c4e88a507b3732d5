package io.github.foggara.sorter;

import io.github.foggara.api.state.Segment;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** All records that a sorter had at one moment. Its segments can be written until it is closed. */
public final class SorterSnapshot implements AutoCloseable {
    private final List<PinnedSegment> pinned;
    private final Lifetime lifetime;
    private final AtomicBoolean closed = new AtomicBoolean();

    /** Pins them. */
    SorterSnapshot(List<PinnedSegment> segments, Lifetime lifetime) {
        if (!lifetime.enter()) {
            throw new IllegalStateException("The sorter was closed.");
        }
        this.lifetime = lifetime;
        this.pinned = List.copyOf(segments);
        int done = 0;
        try {
            for (PinnedSegment segment : pinned) {
                segment.pin();
                done++;
            }
        } finally {
            if (done < pinned.size()) {
                pinned.subList(0, done).forEach(PinnedSegment::unpin);
                lifetime.leave();
            }
        }
    }

    /**
     * In an order in which {@link ExternalSorter#restore} has to be given them. The same object as in an earlier snapshot stands for the
     * same bytes; a segment of a former checkpoint that was taken over whole stands for itself.
     */
    public List<Segment> segments() {
        return pinned.stream().map(PinnedSegment::stands).toList();
    }

    /** Lets go of what is kept for it. A segment that is being written ends with an exception. Any thread; idempotent. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            pinned.forEach(PinnedSegment::unpin);
            lifetime.leave();
        }
    }
}
