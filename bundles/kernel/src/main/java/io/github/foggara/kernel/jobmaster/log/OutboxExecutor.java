package io.github.foggara.kernel.jobmaster.log;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import java.util.List;

/** Orders to executors, by way of the outbox. Main thread only. */
public final class OutboxExecutor implements TaskExecutorGateway {
    private final Outbox outbox;
    private final TaskExecutorGateway target;

    public OutboxExecutor(Outbox outbox, TaskExecutorGateway target) {
        this.outbox = outbox;
        this.target = target;
    }

    @Override
    public boolean places() {
        return target.places();
    }

    @Override
    public void place(Placement placement, JobMasterGateway owner) {
        outbox.send(() -> target.place(placement, owner));
    }

    @Override
    public void takeOver(JobId job, long epoch, JobMasterGateway owner) {
        outbox.send(() -> target.takeOver(job, epoch, owner));
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        outbox.send(() -> target.deploy(deployment, owner));
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        outbox.send(() -> target.cancel(attempt, epoch));
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        outbox.send(() -> target.addSplits(attempt, epoch, splits, noMore));
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        outbox.send(() -> target.triggerCheckpoint(attempt, epoch, barrier));
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        outbox.send(() -> target.checkpointCompleted(attempt, epoch, checkpoint));
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        outbox.send(() -> target.checkpointAborted(attempt, epoch, checkpoint));
    }

    @Override
    public void releasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions) {
        outbox.send(() -> target.releasePartitions(job, epoch, partitions));
    }

    @Override
    public void abandonJob(JobId job) {
        outbox.send(() -> target.abandonJob(job));
    }

    @Override
    public void releaseJob(JobId job, long epoch, JobMasterGateway owner) {
        outbox.send(() -> target.releaseJob(job, epoch, owner));
    }
}
