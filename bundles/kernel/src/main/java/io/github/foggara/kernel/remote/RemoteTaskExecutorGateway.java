package io.github.foggara.kernel.remote;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.remote.message.Order;
import java.util.List;

/**
 * The TaskExecutor of one TaskManager in another process. Calls become orders, in their order; those that a TaskManager never gets,
 * because it is lost, are told by whoever keeps the registry.
 */
public final class RemoteTaskExecutorGateway implements TaskExecutorGateway {
    private final OrderLine line;

    public RemoteTaskExecutorGateway(OrderLine line) {
        this.line = line;
    }

    @Override
    public void place(Placement placement, JobMasterGateway owner) {
        line.give(new Order.Place(placement), owner);
    }

    @Override
    public void deploy(TaskDeployment deployment, JobMasterGateway owner) {
        line.give(new Order.Deploy(deployment), owner);
    }

    @Override
    public void cancel(ExecutionAttemptId attempt, long epoch) {
        line.give(new Order.Cancel(attempt, epoch), null);
    }

    @Override
    public void addSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) {
        line.give(new Order.AddSplits(attempt, epoch, splits, noMore), null);
    }

    @Override
    public void triggerCheckpoint(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) {
        line.give(new Order.Trigger(attempt, epoch, barrier), null);
    }

    @Override
    public void checkpointCompleted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        line.give(new Order.Completed(attempt, epoch, checkpoint), null);
    }

    @Override
    public void checkpointAborted(ExecutionAttemptId attempt, long epoch, long checkpoint) {
        line.give(new Order.Aborted(attempt, epoch, checkpoint), null);
    }

    @Override
    public void takeOver(JobId job, long epoch, JobMasterGateway owner) {
        line.give(new Order.TakeOver(job, epoch), owner);
    }

    @Override
    public void releasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions) {
        line.give(new Order.ReleasePartitions(job, epoch, partitions), null);
    }

    @Override
    public void abandonJob(JobId job) {
        line.give(new Order.Abandon(job), null);
    }

    @Override
    public void releaseJob(JobId job, long epoch, JobMasterGateway owner) {
        line.give(new Order.Release(job, epoch), owner);
    }
}
