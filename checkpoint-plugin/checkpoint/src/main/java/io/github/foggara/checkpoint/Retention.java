package io.github.foggara.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointCoordinator.End;

/** What becomes of completed checkpoints when their job ends. Savepoints are the user's and always stay. */
public enum Retention {
    /** They go with the job, however it ends. */
    NO_EXTERNALIZED_CHECKPOINTS,
    /** They stay if the job failed. */
    DELETE_ON_CANCELLATION,
    /** They stay unless the job finished. */
    RETAIN_ON_CANCELLATION;

    public boolean keepsAt(End end) {
        return switch (end) {
            case SUSPENDED -> true;
            case FINISHED -> false;
            case CANCELED -> this == RETAIN_ON_CANCELLATION;
            case FAILED -> this != NO_EXTERNALIZED_CHECKPOINTS;
        };
    }
}
