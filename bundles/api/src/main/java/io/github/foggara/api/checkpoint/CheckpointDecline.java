package io.github.foggara.api.checkpoint;

/** Why a checkpoint did not come about. */
public enum CheckpointDecline {
    /** A task was not running yet. */
    NOT_READY(false),
    /** A task had ended between the plan and the trigger. */
    TASK_FINISHED(false),
    /** A producer passed a cancel marker on. */
    CANCEL_MARKER(false),
    /** A newer barrier came before all of this one's. */
    SUBSUMED(false),
    /** Tasks were restarted. */
    FAILOVER(false),
    /** The job ends or is suspended. */
    JOB_ENDS(false),
    /** User code or a backend could not take its snapshot. */
    SNAPSHOT_FAILED(true),
    /** It could not be written. */
    STORAGE_FAILED(true),
    /** Its completion came too late to be recorded. */
    REFUSED(true),
    /** It took longer than its timeout. */
    EXPIRED(true);

    private final boolean counts;

    CheckpointDecline(boolean counts) {
        this.counts = counts;
    }

    /** Whether it counts against {@code execution.checkpointing.tolerable-failed-checkpoints}. */
    public boolean counts() {
        return counts;
    }
}
