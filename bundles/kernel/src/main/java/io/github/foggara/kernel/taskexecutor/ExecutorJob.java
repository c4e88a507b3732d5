package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** What this executor holds for one job. Exec thread. */
final class ExecutorJob {
    private final ShuffleEnvironments.Shared shuffle;
    private final Set<ExecutionAttemptId> running = new HashSet<>();
    private final List<ResultPartitionId> partitions = new ArrayList<>();
    private JobMasterGateway releasedTo;

    ExecutorJob(ShuffleEnvironments.Shared shuffle) {
        this.shuffle = shuffle;
    }

    ShuffleEnvironments.Shared shuffle() {
        return shuffle;
    }

    void started(TaskDeployment deployment) {
        running.add(deployment.attempt());
        for (OutputDescriptor output : deployment.outputs()) {
            partitions.add(output.partition().id());
        }
    }

    /** It ended, or its slot was given up. */
    void ended(ExecutionAttemptId attempt) {
        running.remove(attempt);
    }

    void release(JobMasterGateway owner) {
        releasedTo = owner;
    }

    /** Whether its JobMaster has let go of it and no attempt runs any more. */
    boolean over() {
        return releasedTo != null && running.isEmpty();
    }

    JobMasterGateway releasedTo() {
        return releasedTo;
    }

    void releasePartitions() {
        partitions.forEach(shuffle.environment()::releasePartition);
    }
}
