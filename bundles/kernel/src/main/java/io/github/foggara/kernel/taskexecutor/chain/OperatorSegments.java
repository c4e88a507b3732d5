package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.state.OperatorStateBackend.Kind;
import io.github.foggara.api.state.Segment;
import io.github.foggara.api.state.SegmentedSnapshot;
import io.github.foggara.api.state.SegmentedState;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Segmented state of one operator of one attempt, and where its segments are in storage. Task thread.
 *
 * <p>What is remembered are the segments of the newest snapshot that was acknowledged and of later ones that were not, or before the first
 * those of the checkpoint that was restored: storage lets a snapshot point at no others.
 */
final class OperatorSegments {
    private final SegmentedState state;
    private final Kind kind;
    /** By identity. */
    private final Map<Segment, StateHandle> stored = new IdentityHashMap<>();

    /**
     * @param shared segments taken over that later checkpoints may point at
     */
    OperatorSegments(SegmentedState state, SegmentedState.Scope scope, Map<Segment, StateHandle> shared) {
        this.state = state;
        this.kind = kind(scope);
        stored.putAll(shared);
    }

    static Kind kind(SegmentedState.Scope scope) {
        return scope == SegmentedState.Scope.SUBTASK ? Kind.SUBTASK_SEGMENTS : Kind.GROUP_SEGMENTS;
    }

    /** At a barrier, when the cut before is closed and settled. */
    SegmentCut cut() {
        SegmentedSnapshot snapshot = state.snapshot();
        try {
            return new SegmentCut(this, kind, snapshot);
        } catch (Throwable t) {
            snapshot.close();
            throw t;
        }
    }

    /** Null if it has to be written. */
    StateHandle stored(Segment segment) {
        return stored.get(segment);
    }

    void acknowledged(Map<Segment, StateHandle> all) {
        stored.clear();
        stored.putAll(all);
    }

    /** The checkpoint was given up, but these are in storage, so it was not all in vain. */
    void written(Map<Segment, StateHandle> some) {
        stored.putAll(some);
    }
}
