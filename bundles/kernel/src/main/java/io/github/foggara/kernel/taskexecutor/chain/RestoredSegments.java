package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.FormerSegment;
import io.github.foggara.api.state.FormerSegments;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedState;
import io.github.foggara.api.state.StateTypes;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Segmented state that one operator of one attempt takes over. Task thread. */
final class RestoredSegments {
    private final StateSupply supply;
    private final String operator;
    private final List<FormerSegments> former = new ArrayList<>();
    private final Map<Segment, StateHandle> shared = new IdentityHashMap<>();
    /** Null if there is none. */
    private Kind kind;

    RestoredSegments(StateSupply supply, String operator) {
        this.supply = supply;
        this.operator = operator;
    }

    static boolean is(OperatorSnapshot.Named named) {
        return named.kind() == Kind.SUBTASK_SEGMENTS || named.kind() == Kind.GROUP_SEGMENTS;
    }

    /**
     * What one former subtask held.
     *
     * @param parts the head, then the segments
     */
    void add(StateTypes written, List<OperatorSnapshot.Named> parts) throws IOException {
        OperatorSnapshot.Named first = parts.get(0);
        kind = first.kind();
        if (!first.name().equals(SegmentCut.HEAD)) {
            throw new DamagedStateException(
                    whose("Segmented state"), supply.checkpoint(), new IOException("it has no head"));
        }
        List<FormerSegment> segments = new ArrayList<>();
        for (int i = 1; i < parts.size(); i++) {
            StateHandle handle = parts.get(i).bytes();
            String what = whose("Segment " + parts.get(i).name());
            CheckpointStorage storage = storageOf(handle, what);
            FormerSegment segment = new StoredSegment(storage, handle, what, supply.checkpoint());
            segments.add(segment);
            if (storage == null || storage.isShared(handle)) {
                shared.put(segment, handle);
            }
        }
        former.add(new FormerSegments(written, head(first.bytes()), segments));
    }

    private CheckpointStorage storageOf(StateHandle handle, String what) throws DamagedStateException {
        try {
            return supply.storageOf(handle);
        } catch (IOException e) {
            throw new DamagedStateException(what, supply.checkpoint(), e);
        }
    }

    private String whose(String what) {
        return what + " of operator '" + operator + "'";
    }

    private byte[] head(StateHandle handle) throws DamagedStateException {
        try (InputStream in = supply.read(handle)) {
            return in.readAllBytes();
        } catch (IOException | RuntimeException e) {
            throw new DamagedStateException(whose("Segmented state"), supply.checkpoint(), e);
        }
    }

    /**
     * @throws IncompatibleStateException if it was kept in the other way
     */
    List<FormerSegments> take(SegmentedState.Scope scope) {
        if (kind != null && kind != OperatorSegments.kind(scope)) {
            throw new IncompatibleStateException("Segmented state of operator '" + operator + "' in checkpoint "
                    + supply.checkpoint() + " belongs to " + words(kind) + ", and is now kept by "
                    + words(OperatorSegments.kind(scope)) + ": go back to what it was, or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
        return List.copyOf(former);
    }

    private static String words(Kind kind) {
        return kind == Kind.SUBTASK_SEGMENTS ? "subtasks" : "key groups";
    }

    /** Those taken over that later checkpoints may point at. */
    Map<Segment, StateHandle> shared() {
        return shared;
    }

    /**
     * The operator is open and has not asked for it.
     *
     * @throws IncompatibleStateException if there is some
     */
    void unclaimed() {
        if (kind != null) {
            throw new IncompatibleStateException("Checkpoint " + supply.checkpoint()
                    + " holds segmented state of operator '" + operator
                    + "', which keeps none any more: put back what kept it, or "
                    + IncompatibleStateException.TO_DROP_IT);
        }
    }
}
