package io.github.foggara.testkit.event;

import io.github.foggara.api.event.JobEventLog;

/** Hears what the reference tells, and tells it with the bug. */
record BrokenListener(PlantedBug bug, JobEventLog.Listener target) implements JobEventLog.Listener {
    @Override
    public void durable(long position) {
        if (bug == PlantedBug.NEVER_TOLD || bug == PlantedBug.TOLD_TOO_EARLY) {
            return;
        }
        target.durable(position);
        if (bug == PlantedBug.TOLD_TWICE) {
            target.durable(position);
        }
    }

    @Override
    public void drained() {
        if (bug != PlantedBug.ROOM_NOT_TOLD) {
            target.drained();
        }
    }

    @Override
    public void degraded(long position, String words) {
        target.degraded(position, words);
    }

    @Override
    public void fenced(String words) {
        if (bug != PlantedBug.OLDER_WRITER_NOT_TOLD) {
            target.fenced(words);
        }
    }
}
