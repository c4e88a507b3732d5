package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.KeyedSnapshot;
import io.github.foggara.api.state.OperatorStateBackend.Part;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What one operator held at a barrier. Filled by the task thread, then written by an io thread; {@link #close} may come from any
 * thread at any time.
 */
public final class OperatorCut implements AutoCloseable {
    private static final byte[] NO_TYPES = {};

    private byte[] types = NO_TYPES;
    private String format;
    private KeyedSnapshot keyed;
    private List<Part> parts = List.of();
    private SegmentCut segments;
    private List<byte[]> splits = List.of();
    private List<byte[]> committables = List.of();

    /** Table of the types that keyed and other state is written with. */
    void types(byte[] table) {
        types = table;
    }

    /**
     * @param by name of the backend, or of the link's own format
     */
    void keyed(String by, KeyedSnapshot snapshot) {
        format = by;
        keyed = snapshot;
    }

    void parts(List<Part> all) {
        parts = all;
    }

    void segments(SegmentCut cut) {
        segments = cut;
    }

    void splits(List<byte[]> unread) {
        splits = unread;
    }

    void committables(List<byte[]> unpublished) {
        committables = unpublished;
    }

    boolean holdsState() {
        return keyed != null || !parts.isEmpty() || segments != null;
    }

    boolean holdsSegments() {
        return segments != null;
    }

    /** Bytes that it points at and that were in storage before. */
    long referencedBytes() {
        return segments == null ? 0 : segments.referencedBytes();
    }

    /** See {@link SegmentCut#settle}. */
    void settle(boolean forced, boolean acknowledged) {
        if (segments != null) {
            segments.settle(forced, acknowledged);
        }
    }

    /** Whether there is anything at all. */
    boolean isEmpty() {
        return !holdsState() && splits.isEmpty() && committables.isEmpty();
    }

    /**
     * On an io thread, once.
     *
     * @param storage null if there is no state to be written
     */
    OperatorSnapshot write(CutStorage storage) throws IOException {
        Optional<OperatorSnapshot.Keyed> written = Optional.empty();
        if (keyed != null) {
            Groups groups = new Groups(storage.own());
            keyed.write(groups);
            written = Optional.of(new OperatorSnapshot.Keyed(format, groups.end()));
        }
        List<OperatorSnapshot.Named> named = new ArrayList<>();
        for (Part part : parts) {
            for (byte[] element : part.elements()) {
                storage.own().begin().write(element);
                named.add(new OperatorSnapshot.Named(
                        part.name(), part.kind(), storage.own().end()));
            }
        }
        if (segments != null) {
            named.addAll(segments.write(storage));
        }
        return new OperatorSnapshot(types, written, named, splits, committables);
    }

    /** Lets go of what the snapshot pinned. Idempotent. */
    @Override
    public void close() {
        try {
            if (keyed != null) {
                keyed.close();
            }
        } finally {
            if (segments != null) {
                segments.close();
            }
        }
    }

    /** Makes one part of the file of each key group. */
    private static final class Groups implements KeyedSnapshot.KeyGroups {
        private static final int NONE = -1;

        private final CheckpointStorage.Writer writer;
        private final List<OperatorSnapshot.Group> done = new ArrayList<>();
        private int current = NONE;

        Groups(CheckpointStorage.Writer writer) {
            this.writer = writer;
        }

        @Override
        public OutputStream begin(int keyGroup) throws IOException {
            end();
            current = keyGroup;
            return writer.begin();
        }

        List<OperatorSnapshot.Group> end() throws IOException {
            if (current != NONE) {
                StateHandle bytes = writer.end();
                done.add(new OperatorSnapshot.Group(current, bytes));
                current = NONE;
            }
            return done;
        }
    }
}
