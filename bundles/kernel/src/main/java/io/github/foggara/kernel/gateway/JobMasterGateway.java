package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;

/** Reaches the main thread of one job. Messages of attempts that are not current are dropped. */
public interface JobMasterGateway {
    void report(ExecutionAttemptId attempt, TaskReport report);

    /** The reader of this attempt wants one more split; goes on to the coord thread. */
    void requestSplit(ExecutionAttemptId attempt);

    /** Answer to {@link TaskExecutorGateway#releaseJob}: nothing of the job is left there. */
    void released();
}
