package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent;
import java.util.List;

/**
 * Reaches the exec thread of one TaskExecutor.
 *
 * <p>Every order carries the epoch of the JobMaster that gives it. An order with a lower epoch than the highest seen for the
 * job is dropped, logged and counted, and not answered: whoever gave it is no longer the job's JobMaster and must not have
 * any influence, not even by the failure of a deployment. An order with a higher epoch raises what is needed from then on.
 */
public interface TaskExecutorGateway {
    /**
     * Whether {@link #place} comes before {@link #deploy}: where there are several TaskManagers, readers have to know where what they
     * read is written. If not, everything is in one place, and its location is empty.
     */
    default boolean places() {
        return false;
    }

    /**
     * Makes room for attempts that are about to be deployed. Answered by {@link JobMasterGateway#placed} as soon as there is room for all
     * of them and no former attempt of their tasks may run any more, perhaps in parts, and by {@link JobMasterGateway#slotsMissing} and {@link
     * JobMasterGateway#attemptsEnding} before. Of the attempts of one task only the newest is
     * placed; nothing is answered for others.
     */
    default void place(Placement placement, JobMasterGateway owner) {
        throw new UnsupportedOperationException("Everything is in one place here");
    }

    /** Starts an attempt; every outcome, also of a failed start, comes to {@code owner}. The deployment holds the epoch. */
    void deploy(TaskDeployment deployment, JobMasterGateway owner);

    /**
     * Ends an attempt; answered by {@link TaskReport.Canceled} once its resources are closed. Unknown ids are ignored; one that was placed and not
     * deployed gives its place back, without an answer.
     */
    void cancel(ExecutionAttemptId attempt, long epoch);

    /** Splits for the source of that attempt, encoded; {@code noMore}: none will follow. Stale attempts are ignored. */
    void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore);

    /** Into the stream of that attempt; answered by {@link TaskReport.Acknowledged} or {@link TaskReport.Declined}. */
    void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, ChannelEvent.CheckpointBarrier barrier);

    /** The checkpoint is complete, durably. Best effort; stale attempts are ignored. */
    void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint);

    /** The checkpoint and all before it are given up; said only while no older one is pending. Best effort; stale attempts are ignored. */
    void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint);

    /**
     * Another JobMaster runs the job from now on. Answered by {@link JobMasterGateway#attempts}; everything that is said of
     * these attempts from then on goes to {@code owner}, beginning with {@link TaskReport.Running} for those whose operators
     * are open. May be repeated. A release of the job that waits for its attempts is void.
     */
    void takeOver(JobId job, long epoch, JobMasterGateway owner);

    /**
     * These partitions of the job are not needed any more, though it goes on. One whose producer still runs here is let go when it
     * ends. Unknown ids are ignored; not answered.
     */
    void releasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions);

    /** No JobMaster runs the job any more, and none will: its attempts are cancelled, then it is let go. Not answered. */
    void abandonJob(JobId job);

    /** The job is over: its partitions and its share of plugins are let go; answered by {@link JobMasterGateway#released}. */
    void releaseJob(JobId job, long epoch, JobMasterGateway owner);
}
