package io.github.foggara.sorter;

import io.github.foggara.api.state.Segment;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Keeps what was written of segments, each once, as a checkpoint storage does. */
final class Checkpoints {
    private final Map<Segment, byte[]> stored = new IdentityHashMap<>();
    long written;

    List<Segment> take(ExternalSorter sorter) throws IOException {
        try (SorterSnapshot snapshot = sorter.snapshot()) {
            write(snapshot.segments());
            return snapshot.segments();
        }
    }

    void write(List<Segment> segments) throws IOException {
        for (Segment segment : segments) {
            if (!stored.containsKey(segment)) {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                segment.write(out);
                stored.put(segment, out.toByteArray());
                written += out.size();
            }
        }
    }

    void writeUnchecked(List<Segment> segments) {
        try {
            write(segments);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Gives a sorter what was written of a snapshot. */
    void restore(ExternalSorter sorter, List<Segment> segments) throws Exception {
        for (Segment segment : segments) {
            sorter.restore(new ByteArrayInputStream(bytes(segment)), segment, null);
        }
    }

    byte[] bytes(Segment segment) {
        return stored.get(segment);
    }

    int segments() {
        return stored.size();
    }
}
