package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.runtime.EngineRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** What the reference says, with one bug on the way. */
final class BrokenCheckpointContext extends DelegatingCheckpointContext {
    private final CoordinatorBug bug;
    CheckpointCoordinator coordinator;
    long issued;

    BrokenCheckpointContext(CoordinatorBug bug, CheckpointContext context) {
        super(context);
        this.bug = bug;
    }

    @Override
    public List<Vertex> vertices() {
        return super.vertices().stream()
                .map(vertex -> bug == CoordinatorBug.ALL_RUN ? running(vertex) : vertex)
                .toList();
    }

    private static Vertex running(Vertex vertex) {
        return new Vertex(
                vertex.index(),
                vertex.name(),
                vertex.chain(),
                vertex.parallelism(),
                vertex.maxParallelism(),
                vertex.coordinators(),
                vertex.attempts().stream()
                        .map(attempt -> new Attempt(attempt.id(), Phase.RUNNING))
                        .toList(),
                vertex.producers());
    }

    @Override
    public long lastIssued() {
        return bug == CoordinatorBug.IDS_BEGIN_ANEW ? 0 : super.lastIssued();
    }

    @Override
    public EngineRuntime.Cancellable after(Duration delay, Runnable action) {
        return bug == CoordinatorBug.NEVER_EXPIRES ? () -> {} : super.after(delay, action);
    }

    @Override
    public void issue(long checkpoint, Kind kind) {
        super.issue(checkpoint, kind);
        issued = checkpoint;
        if (bug == CoordinatorBug.ID_NOT_DURABLE) {
            coordinator.issued(checkpoint);
        }
    }

    @Override
    public void snapshotCoordinators(long checkpoint) {
        super.snapshotCoordinators(checkpoint);
        if (bug == CoordinatorBug.ENUMERATORS_FORGOTTEN) {
            coordinator.coordinatorsSnapshotted(checkpoint, Map.of());
        }
    }

    @Override
    public void complete(CheckpointMetadata metadata, Pointer pointer, Summary summary) {
        super.complete(metadata, pointer, summary);
        if (bug == CoordinatorBug.NOT_RECORDED) {
            coordinator.recorded(metadata.id());
        }
    }

    @Override
    public void aborted(long checkpoint, CheckpointDecline reason, String words, Summary summary, boolean tasksToo) {
        if (bug != CoordinatorBug.ABORT_NOT_TOLD) {
            super.aborted(checkpoint, reason, words, summary, tasksToo);
        }
    }

    @Override
    public void discarded(long checkpoint) {
        if (bug != CoordinatorBug.DISCARD_NOT_TOLD) {
            super.discarded(checkpoint);
        }
    }

    @Override
    public void intolerable(String words) {
        if (bug != CoordinatorBug.TOLERATES_ALL) {
            super.intolerable(words);
        }
    }
}
