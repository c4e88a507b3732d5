package io.github.foggara.kernel.cluster;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * What one TaskManager says to the JobMaster of one epoch. Slots are counted also if that one has been replaced. Cluster thread.
 *
 * @param of the epoch
 */
record JobDoor(ClusterJob job, RegisteredTaskManager home, long of) implements JobMasterGateway {
    @Override
    public void report(ExecutionAttemptId attempt, TaskReport report) {
        job.report(home, attempt, report, of);
    }

    @Override
    public void requestSplit(ExecutionAttemptId attempt) {
        if (heard()) {
            job.owner().requestSplit(attempt);
        }
    }

    @Override
    public void attempts(List<ExecutionAttemptId> running) {
        job.known(home, of, new LinkedHashSet<>(running));
    }

    @Override
    public void released() {
        if (heard()) {
            job.conversations().released(home);
        }
    }

    @Override
    public void placed(List<ExecutionAttemptId> placed, Place place) {
        if (heard()) {
            job.placed(home, placed, place.in(home.id().toString(), home.room()));
        }
    }

    private boolean heard() {
        boolean heard = job.heard(of);
        if (!heard) {
            job.stale();
        }
        return heard;
    }
}
