package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.client.JobStatus;

/**
 * Why a life ends, weakest first: a stronger reason replaces a weaker one, except that a job that is already failing
 * cannot be cancelled any more, nor one that is cancelled fail.
 */
enum Ending {
    /** Something it needs has left; another life begins when it is back. */
    SUSPEND(JobStatus.SUSPENDED, JobStatus.SUSPENDED),
    /** Something beside its tasks failed; another life begins after a delay. */
    RESTART(JobStatus.RESTARTING, JobStatus.RESTARTING),
    /** Another JobMaster goes on with the run, perhaps in another container; everything is kept for it. */
    STOP(null, null),
    /** The run is given up, for a newer one or because it cannot be recorded. */
    DISCARD(null, null),
    CANCEL(JobStatus.CANCELLING, JobStatus.CANCELED),
    FAIL(JobStatus.FAILING, JobStatus.FAILED),
    FINISH(null, JobStatus.FINISHED);

    private final JobStatus during;
    private final JobStatus after;

    Ending(JobStatus during, JobStatus after) {
        this.during = during;
        this.after = after;
    }

    /** State of the job while the life ends; null: unchanged. */
    JobStatus during() {
        return during;
    }

    /** State of the job after it; null: unchanged. */
    JobStatus after() {
        return after;
    }

    /** What it is to the checkpoints of the run. */
    CheckpointCoordinator.End ofCheckpoints() {
        return switch (this) {
            case FINISH -> CheckpointCoordinator.End.FINISHED;
            case CANCEL, DISCARD -> CheckpointCoordinator.End.CANCELED;
            case FAIL -> CheckpointCoordinator.End.FAILED;
            case SUSPEND, RESTART, STOP -> CheckpointCoordinator.End.SUSPENDED;
        };
    }

    /** Whether the JobMaster ends and the run is not over. */
    boolean stops() {
        return this == STOP || this == DISCARD;
    }

    /** Whether what finished tasks made is needed after it. */
    boolean keeps() {
        return again() || this == STOP;
    }

    /** Whether another life follows. */
    boolean again() {
        return this == SUSPEND || this == RESTART;
    }

    /** Whether a life that ends for this reason may end for that one instead. */
    boolean mayBecome(Ending other) {
        return again() && other != this && !(this == RESTART && other == SUSPEND);
    }
}
