package io.github.foggara.window;

import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import java.util.List;

/**
 * A snapshot of an operator.
 *
 * @param pins may be closed by any thread, any number of times
 */
public record TakenSnapshot(byte[] head, List<Segment> segments, List<AutoCloseable> pins)
        implements SegmentedSnapshot {
    /** All there is stands in the head. */
    public static TakenSnapshot of(byte[] head) {
        return new TakenSnapshot(head, List.of(), List.of());
    }

    @Override
    public void close() {
        Closer closer = new Closer();
        pins.forEach(closer::run);
        closer.rethrow();
    }
}
