package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext.Attempt;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.SubtaskSnapshot;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** What the reference hears, with one bug on the way. */
final class BrokenCoordinator implements CheckpointCoordinator {
    private final CoordinatorBug bug;
    private final CheckpointCoordinator coordinator;
    private final BrokenCheckpointContext context;
    private final CheckpointStorage storage;
    private final Set<Long> givenUp = new HashSet<>();

    BrokenCoordinator(
            CoordinatorBug bug,
            CheckpointCoordinator coordinator,
            BrokenCheckpointContext context,
            CheckpointStorage storage) {
        this.storage = storage;
        this.bug = bug;
        this.coordinator = coordinator;
        this.context = context;
        context.coordinator = coordinator;
    }

    @Override
    public void tasksChanged() {
        coordinator.tasksChanged();
    }

    @Override
    public void reconfigure(Configuration configuration) {
        if (bug != CoordinatorBug.RECONFIGURE_IGNORED) {
            coordinator.reconfigure(configuration);
        }
    }

    @Override
    public void trigger(Kind kind, Answer answer) {
        if (bug == CoordinatorBug.SAVEPOINT_IS_ORDINARY) {
            coordinator.trigger(Kind.CHECKPOINT, answer);
        } else if (bug == CoordinatorBug.ANSWER_FORGOTTEN) {
            coordinator.trigger(kind, new Answer() {
                @Override
                public void completed(Pointer pointer) {}

                @Override
                public void failed(String words) {}
            });
        } else {
            coordinator.trigger(kind, answer);
        }
    }

    @Override
    public void issued(long checkpoint) {
        coordinator.issued(checkpoint);
    }

    @Override
    public void coordinatorsSnapshotted(long checkpoint, Map<String, byte[]> states) {
        coordinator.coordinatorsSnapshotted(checkpoint, states);
    }

    @Override
    public void acknowledge(ExecutionAttemptId attempt, long checkpoint, SubtaskSnapshot snapshot) {
        if (bug == CoordinatorBug.LATE_FILES_STAY && givenUp.contains(checkpoint)) {
            return;
        }
        boolean stale = bug == CoordinatorBug.STALE_ANSWER_COUNTS;
        coordinator.acknowledge(stale ? current(attempt) : attempt, checkpoint, snapshot);
        if (bug == CoordinatorBug.ONE_ANSWER_IS_ENOUGH) {
            context.vertices().stream()
                    .flatMap(vertex -> vertex.attempts().stream())
                    .map(Attempt::id)
                    .forEach(other -> coordinator.acknowledge(other, checkpoint, snapshot));
        }
    }

    private ExecutionAttemptId current(ExecutionAttemptId attempt) {
        return context.vertices()
                .get(attempt.vertex())
                .attempts()
                .get(attempt.subtask())
                .id();
    }

    @Override
    public void decline(ExecutionAttemptId attempt, long checkpoint, CheckpointDecline reason, String words) {
        givenUp.add(checkpoint);
        if (bug == CoordinatorBug.DECLINE_IGNORED) {
            return;
        }
        boolean stale = bug == CoordinatorBug.STALE_DECLINE_COUNTS && attempt != null;
        CheckpointDecline counted =
                bug == CoordinatorBug.EVERY_DECLINE_COUNTS ? CheckpointDecline.STORAGE_FAILED : reason;
        coordinator.decline(stale ? current(attempt) : attempt, checkpoint, counted, words);
    }

    @Override
    public void recorded(long checkpoint) {
        coordinator.recorded(checkpoint);
    }

    @Override
    public void refused(long checkpoint, String words) {
        if (bug != CoordinatorBug.REFUSAL_IGNORED) {
            coordinator.refused(checkpoint, words);
        }
    }

    @Override
    public long fence(Set<TaskId> restarted, String why) {
        if (bug == CoordinatorBug.FENCE_LEAVES_ALL) {
            return context.issued;
        }
        return coordinator.fence(restarted, why) - (bug == CoordinatorBug.FLOOR_TOO_LOW ? 1 : 0);
    }

    @Override
    public void close(End end) {
        if (bug != CoordinatorBug.CLOSE_IGNORED) {
            coordinator.close(end);
        }
        if (bug == CoordinatorBug.CLOSE_DISCARDS) {
            context.io(
                    () -> {
                        for (Pointer pointer : storage.completed(damaged -> {})) {
                            storage.discard(pointer.id());
                        }
                        return null;
                    },
                    (nothing, problem) -> {});
        }
    }
}
