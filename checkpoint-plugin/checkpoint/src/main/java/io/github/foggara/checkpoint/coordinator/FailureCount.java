package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointDecline;

/** Checkpoints that failed in a row. Main thread. */
final class FailureCount {
    private final CheckpointContext context;
    private int inRow;

    FailureCount(CheckpointContext context) {
        this.context = context;
    }

    void succeeded() {
        inRow = 0;
    }

    /** One too many is told, and the count begins again: the job has its tolerance anew after it was restarted for that. */
    void failed(long checkpoint, CheckpointDecline reason, String words, int tolerable) {
        if (!reason.counts()) {
            return;
        }
        inRow++;
        if (inRow > tolerable) {
            int count = inRow;
            inRow = 0;
            context.intolerable(count + (count == 1 ? " checkpoint" : " checkpoints in a row") + " failed, and "
                    + tolerable + " may (execution.checkpointing.tolerable-failed-checkpoints); the last was "
                    + checkpoint + ": " + words);
        }
    }
}
