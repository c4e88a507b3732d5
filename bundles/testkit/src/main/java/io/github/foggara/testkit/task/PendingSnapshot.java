package io.github.foggara.testkit.task;

import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/** A snapshot between its barrier and the moment when it is written. Task thread; writing takes place on the io thread. */
public final class PendingSnapshot implements AutoCloseable {
    private final ManualTaskContext context;
    private final SegmentStore store;
    private final SegmentedSnapshot snapshot;
    private final byte[] head;
    private final List<Segment> segments;
    private final int given;
    private final int emitted;
    private boolean closed;

    PendingSnapshot(ManualTaskContext context, SegmentStore store, SegmentedSnapshot snapshot, int given, int emitted) {
        this.context = context;
        this.store = store;
        this.snapshot = snapshot;
        this.head = snapshot.head();
        this.segments = List.copyOf(snapshot.segments());
        this.given = given;
        this.emitted = emitted;
    }

    boolean closed() {
        return closed;
    }

    /** Writes what no earlier snapshot wrote, and closes it. */
    public StoredSnapshot write() {
        List<FormerSegment> written = new ArrayList<>();
        context.io().call(() -> {
            for (Segment segment : segments) {
                written.add(store.keep(segment, PendingSnapshot::bytes));
            }
        });
        close();
        return new StoredSnapshot(
                context.types().table(), context.keyGroups(), head, List.copyOf(written), given, emitted);
    }

    private static byte[] bytes(Segment segment) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            segment.write(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toByteArray();
    }

    /** Gives it up, or ends it. Idempotent. */
    @Override
    public void close() {
        closed = true;
        snapshot.close();
    }
}
