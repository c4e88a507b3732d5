package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;
import java.util.List;

/** Reaches the main thread of one job. Messages of attempts that are neither current nor being replaced are dropped. */
public interface JobMasterGateway {
    void report(ExecutionAttemptId attempt, TaskReport report);

    /** The reader of this attempt wants one more split; goes on to the coord thread. */
    void requestSplit(ExecutionAttemptId attempt);

    /**
     * Answer to {@link TaskExecutorGateway#takeOver}: what of the job has not ended there, in the order of its deployment,
     * also what is being cancelled; not what is quarantined. What is not named, never came there or has said its last word
     * to a former JobMaster.
     */
    void attempts(List<ExecutionAttemptId> running);

    /**
     * Answer to {@link TaskExecutorGateway#place}: it went well or failed, for all these attempts.
     */
    default void placed(List<ExecutionAttemptId> attempts, Place place) {}

    /**
     * What was to be placed waits for so many slots.
     *
     * @param missing 0: nothing waits any more
     */
    default void slotsMissing(int missing) {}

    /**
     * What was to be placed waits until so many former attempts of its tasks have ended, which may run still.
     *
     * @param attempts 0: nothing waits for that any more
     */
    default void attemptsEnding(int attempts) {}

    /**
     * The answer to {@link TaskExecutorGateway#takeOver} waits for TaskManagers that are not there and may run something of the job.
     *
     * @param away false: for none any more
     */
    default void taskManagersAway(boolean away) {}

    /** Answer to {@link TaskExecutorGateway#releaseJob}: nothing of the job is left there. */
    void released();
}
