package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

/** Segments and head of one operator at one barrier. Threads as of {@link OperatorCut}. */
final class SegmentCut implements AutoCloseable {
    /** Name of the part that comes first; the others are numbered. */
    static final String HEAD = "head";

    private final OperatorSegments of;
    private final Kind kind;
    private final SegmentedSnapshot snapshot;
    private final byte[] head;
    private final List<Segment> segments;
    /** In their order; null for those that are not in storage. */
    private final StateHandle[] handles;

    private final AtomicBoolean closed = new AtomicBoolean();
    private final long referenced;

    SegmentCut(OperatorSegments of, Kind kind, SegmentedSnapshot snapshot) {
        this.of = of;
        this.kind = kind;
        this.snapshot = snapshot;
        this.head = snapshot.head();
        this.segments = List.copyOf(snapshot.segments());
        this.handles = segments.stream().map(of::stored).toArray(StateHandle[]::new);
        long sum = 0;
        for (StateHandle handle : handles) {
            sum += handle == null ? 0 : handle.length();
        }
        this.referenced = sum;
    }

    /** Bytes that are in storage already. */
    long referencedBytes() {
        return referenced;
    }

    /** On an io thread, once. */
    List<OperatorSnapshot.Named> write(CutStorage storage) throws IOException {
        List<OperatorSnapshot.Named> named = new ArrayList<>();
        CheckpointStorage.Writer own = storage.own();
        own.begin().write(head);
        named.add(new OperatorSnapshot.Named(HEAD, kind, own.end()));
        for (int i = 0; i < handles.length; i++) {
            if (handles[i] == null) {
                handles[i] = storage.write(segments.get(i), closed::get);
            }
            named.add(new OperatorSnapshot.Named("" + i, kind, handles[i]));
        }
        return named;
    }

    /**
     * On the task thread, when nothing of it is written any more.
     *
     * @param forced whether what was written is in storage
     */
    void settle(boolean forced, boolean acknowledged) {
        if (!forced) {
            return;
        }
        Map<Segment, StateHandle> there = new IdentityHashMap<>();
        for (int i = 0; i < handles.length; i++) {
            if (handles[i] != null) {
                there.put(segments.get(i), handles[i]);
            }
        }
        if (acknowledged) {
            of.acknowledged(there);
        } else {
            of.written(there);
        }
    }

    /** Any thread, idempotent; the operator's snapshot is closed once. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            snapshot.close();
        }
    }
}
