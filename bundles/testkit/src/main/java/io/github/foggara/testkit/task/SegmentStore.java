package io.github.foggara.testkit.task;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Function;

/** Where checkpoints of one attempt keep segments: each is written once. */
final class SegmentStore {
    private final Map<Segment, StoredSegment> written = new IdentityHashMap<>();
    private long bytes;

    FormerSegment keep(Segment segment, Function<Segment, byte[]> reader) {
        if (segment instanceof StoredSegment stored) {
            return stored;
        }
        return written.computeIfAbsent(segment, made -> {
            byte[] content = reader.apply(made);
            bytes += content.length;
            return new StoredSegment(content);
        });
    }

    long bytes() {
        return bytes;
    }
}
