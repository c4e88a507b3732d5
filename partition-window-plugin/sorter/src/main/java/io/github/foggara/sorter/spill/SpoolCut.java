package io.github.foggara.sorter.spill;

import io.github.foggara.api.state.Segment;
import java.util.List;

/** A spool at one moment, for a snapshot. */
public final class SpoolCut implements AutoCloseable {
    private final List<Segment> segments;
    private final long records;
    private final SpoolPage.Pin pin;

    SpoolCut(List<Segment> segments, long records, SpoolPage.Pin pin) {
        this.segments = segments;
        this.records = records;
        this.pin = pin;
    }

    /** In the order of the records. The same objects as in the cut before, as far as their range is the same. */
    public List<Segment> segments() {
        return segments;
    }

    /** How many there were. */
    public long records() {
        return records;
    }

    /** The segments are written or not wanted: writing one fails from now on. Any thread; idempotent. */
    @Override
    public void close() {
        pin.close();
    }
}
