package io.github.foggara.itests.simulation;

/** Moments on the way of a checkpoint, in its order, at which a container dies. */
enum Point {
    /** A task is asked for its keyed state next. */
    SNAPSHOT_BEGINS,
    SNAPSHOT_TAKEN,
    /** A sink has made durable what it wrote, and the checkpoint does not know of it yet. */
    SINK_PREPARED,
    /** An io thread has written the state of a subtask, and forces it next. */
    STATE_WRITTEN,
    STATE_FORCED,
    STATE_RENAMED,
    ACKNOWLEDGE_SENT,
    ACKNOWLEDGE_RECEIVED,
    LAST_ACKNOWLEDGE_RECEIVED,
    METADATA_WRITTEN,
    METADATA_FORCED,
    METADATA_RENAMED,
    METADATA_SYNCED,
    /** All is stored; that the checkpoint is complete is recorded next. */
    COMPLETION_DECIDED,
    /** The event is appended and not durable. */
    COMPLETION_APPENDED,
    COMPLETION_DURABLE,
    COMMIT_BEGUN,
    FIRST_PART_RENAMED,
    ALL_PARTS_RENAMED,
    COMMIT_DONE,
    NOTIFICATION_SENT,
    NOTIFICATION_RECEIVED,
    /** The checkpoint before is deleted. */
    OLDER_DELETED,

    DECLINE_SENT,
    ABORT_RECORDED,
    ABORT_RECEIVED,

    RESTORE_READ,
    RESTORE_BEGUN,
    RESTORE_DONE,

    /** Every task has finished. */
    END_PREPARED,
    END_COMMIT_BEGUN,
    END_COMMIT_DONE;

    /** Passed only by a container that goes on from a checkpoint of another. */
    boolean isOfRestoring() {
        return this == RESTORE_READ || this == RESTORE_BEGUN || this == RESTORE_DONE;
    }
}
