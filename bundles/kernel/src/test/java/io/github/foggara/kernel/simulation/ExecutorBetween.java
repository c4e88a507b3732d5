package io.github.foggara.kernel.simulation;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.List;

/** Hands everything on, in both directions; a bug overrides where it is one. */
class ExecutorBetween implements TaskExecutorGateway {
    final TaskExecutorGateway executor;

    ExecutorBetween(TaskExecutorGateway executor) {
        this.executor = executor;
    }

    /** What stands before a JobMaster. */
    JobMasterGateway owner(JobMasterGateway master) {
        return master;
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        executor.deploy(deployment, owner(owner));
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        executor.cancel(attempt, epoch);
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        executor.addSplits(attempt, epoch, splits, noMore);
    }

    @Override
    public void takeOver(JobId job, long epoch, JobMasterGateway owner) {
        executor.takeOver(job, epoch, owner(owner));
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        executor.triggerCheckpoint(attempt, epoch, barrier);
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        executor.checkpointCompleted(attempt, epoch, checkpoint);
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        executor.checkpointAborted(attempt, epoch, checkpoint);
    }

    @Override
    public void releasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions) {
        executor.releasePartitions(job, epoch, partitions);
    }

    @Override
    public void abandonJob(JobId job) {
        executor.abandonJob(job);
    }

    @Override
    public void releaseJob(JobId job, long epoch, JobMasterGateway owner) {
        executor.releaseJob(job, epoch, owner(owner));
    }

    /** The way back. */
    static class MasterBetween implements JobMasterGateway {
        final JobMasterGateway master;

        MasterBetween(JobMasterGateway master) {
            this.master = master;
        }

        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            master.report(attempt, report);
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {
            master.requestSplit(attempt);
        }

        @Override
        public void attempts(List<ExecutionAttemptId> running) {
            master.attempts(running);
        }

        @Override
        public void released() {
            master.released();
        }
    }
}
