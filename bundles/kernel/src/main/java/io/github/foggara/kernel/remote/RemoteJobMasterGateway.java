package io.github.foggara.kernel.remote;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Place;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.remote.message.Answer;
import java.util.List;
import java.util.function.Consumer;

/**
 * The JobMaster of one job and epoch in another process. What is said to it becomes answers, in their order; if that process is lost,
 * nobody hears them.
 *
 * @param line takes answers from any thread and only enqueues
 */
public record RemoteJobMasterGateway(JobId job, long epoch, Consumer<Answer> line) implements JobMasterGateway {
    @Override
    public void report(ExecutionAttemptId attempt, TaskReport report) {
        line.accept(new Answer.Report(attempt, epoch, report));
    }

    @Override
    public void requestSplit(ExecutionAttemptId attempt) {
        line.accept(new Answer.RequestSplit(attempt, epoch));
    }

    @Override
    public void attempts(List<ExecutionAttemptId> running) {
        line.accept(new Answer.Attempts(job, epoch, running));
    }

    @Override
    public void released() {
        line.accept(new Answer.Released(job, epoch));
    }

    @Override
    public void placed(List<ExecutionAttemptId> attempts, Place place) {
        line.accept(new Answer.Placed(job, epoch, attempts, place.location(), place.trouble()));
    }

    /** No TaskManager says that: it has no part in it. */
    @Override
    public void slotsMissing(int missing) {
        throw new IllegalStateException("Slots are counted where the JobMaster is");
    }

    /** Nor that. */
    @Override
    public void attemptsEnding(int attempts) {
        throw new IllegalStateException("Former attempts are counted where the JobMaster is");
    }

    /** Nor that. */
    @Override
    public void taskManagersAway(boolean away) {
        throw new IllegalStateException("TaskManagers are waited for where the JobMaster is");
    }
}
