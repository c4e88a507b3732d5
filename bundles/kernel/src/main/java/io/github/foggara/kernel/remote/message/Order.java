package io.github.foggara.kernel.remote.message;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelEvent.CheckpointBarrier;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.List;

/** One call of a {@link io.github.foggara.kernel.gateway.TaskExecutorGateway}, from a JobMaster to a TaskManager. */
public sealed interface Order {
    JobId job();

    /** Of the JobMaster that gives it; 0 where it does not matter. */
    long epoch();

    record Place(Placement placement) implements Order {
        @Override
        public JobId job() {
            return placement.job();
        }

        @Override
        public long epoch() {
            return placement.epoch();
        }
    }

    record Deploy(TaskDeployment deployment) implements Order {
        @Override
        public JobId job() {
            return deployment.attempt().job();
        }

        @Override
        public long epoch() {
            return deployment.epoch();
        }
    }

    /** An order to one attempt. */
    sealed interface ToAttempt extends Order {
        ExecutionAttemptId attempt();

        @Override
        default JobId job() {
            return attempt().job();
        }
    }

    record Cancel(ExecutionAttemptId attempt, long epoch) implements ToAttempt {}

    record AddSplits(ExecutionAttemptId attempt, long epoch, List<byte[]> splits, boolean noMore) implements ToAttempt {
        public AddSplits {
            splits = List.copyOf(splits);
        }
    }

    record Trigger(ExecutionAttemptId attempt, long epoch, CheckpointBarrier barrier) implements ToAttempt {}

    record Completed(ExecutionAttemptId attempt, long epoch, long checkpoint) implements ToAttempt {}

    record Aborted(ExecutionAttemptId attempt, long epoch, long checkpoint) implements ToAttempt {}

    record TakeOver(JobId job, long epoch) implements Order {}

    record ReleasePartitions(JobId job, long epoch, List<ResultPartitionId> partitions) implements Order {
        public ReleasePartitions {
            partitions = List.copyOf(partitions);
        }
    }

    record Abandon(JobId job) implements Order {
        @Override
        public long epoch() {
            return 0;
        }
    }

    record Release(JobId job, long epoch) implements Order {}
}
