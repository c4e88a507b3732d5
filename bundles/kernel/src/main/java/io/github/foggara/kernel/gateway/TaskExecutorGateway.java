package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import java.util.List;

/** Reaches the exec thread of one TaskExecutor. */
public interface TaskExecutorGateway {
    /** Starts an attempt; every outcome, also of a failed start, comes to {@code owner}. */
    void deploy(TaskDeployment deployment, JobMasterGateway owner);

    /** Ends an attempt; answered by {@link TaskReport.Canceled} once its resources are closed. Unknown ids are ignored. */
    void cancel(ExecutionAttemptId attempt);

    /** Splits for the source of that attempt, encoded; {@code noMore}: none will follow. Stale attempts are ignored. */
    void addSplits(ExecutionAttemptId attempt, List<byte[]> splits, boolean noMore);

    /** The job is over: its partitions and its share of plugins are let go; answered by {@link JobMasterGateway#released}. */
    void releaseJob(JobId job, JobMasterGateway owner);
}
