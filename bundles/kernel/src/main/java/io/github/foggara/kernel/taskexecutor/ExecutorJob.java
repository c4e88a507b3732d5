package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What this executor holds for one job: no more than its attempts that run and the partitions that somebody may still read,
 * however often tasks were restarted. Exec thread.
 */
final class ExecutorJob {
    private static final Logger LOG = LoggerFactory.getLogger(ExecutorJob.class);

    private final ShuffleEnvironments.Shared shuffle;
    /** With what each writes, in the order of deployment. */
    private final Map<ExecutionAttemptId, Set<ResultPartitionId>> running = new LinkedHashMap<>();
    /** Of attempts that have ended. */
    private final Set<ResultPartitionId> kept = new LinkedHashSet<>();
    /** Of running attempts, to be let go when these end. */
    private final Set<ResultPartitionId> unwanted = new HashSet<>();

    private JobMasterGateway releasedTo;
    /** Names the job if no attempt runs. */
    private ExecutionAttemptId last;

    private JobMasterGateway lastOwner;
    /** In whose name it is said that a plugin leaves. */
    private final Set<ExecutionAttemptId> told = new HashSet<>();

    ExecutorJob(ShuffleEnvironments.Shared shuffle) {
        this.shuffle = shuffle;
    }

    ShuffleEnvironments.Shared shuffle() {
        return shuffle;
    }

    void started(TaskDeployment deployment) {
        Set<ResultPartitionId> partitions = new LinkedHashSet<>();
        for (OutputDescriptor output : deployment.outputs()) {
            partitions.add(output.partition().id());
        }
        running.put(deployment.attempt(), partitions);
        keep();
    }

    /** It never ran, so it made no partition. */
    void notStarted(ExecutionAttemptId attempt) {
        running.remove(attempt);
        told.remove(attempt);
    }

    /** It ended, or its slot was given up. */
    void ended(ExecutionAttemptId attempt) {
        told.remove(attempt);
        for (ResultPartitionId partition : running.remove(attempt)) {
            if (unwanted.remove(partition)) {
                letGo(partition);
            } else {
                kept.add(partition);
            }
        }
    }

    /** Has been told what is said of this attempt, and is told more of the job by its name. */
    void speaksOf(ExecutionAttemptId attempt, JobMasterGateway owner) {
        last = attempt;
        lastOwner = owner;
        told.clear();
    }

    /**
     * In whose name the JobMaster is told of the job: of all that run, since which of them count there still is not known here. Empty if
     * nothing was ever deployed.
     */
    List<ExecutionAttemptId> names() {
        return running.isEmpty() && last != null ? List.of(last) : running();
    }

    /** To the JobMaster, once in the name of each. */
    void leaves(ExecutionAttemptId attempt, TaskReport.PluginLeaves report) {
        if (told.add(attempt)) {
            lastOwner.report(attempt, report);
        }
    }

    List<ExecutionAttemptId> running() {
        return List.copyOf(running.keySet());
    }

    /** Lets go of a partition, now or when its producer ends. One that was never made may have readers that wait for it. */
    void release(ResultPartitionId partition) {
        Set<ResultPartitionId> ofRunning = running.get(partition.producer());
        if (ofRunning == null) {
            kept.remove(partition);
            letGo(partition);
        } else if (ofRunning.contains(partition)) {
            unwanted.add(partition);
        }
    }

    /** As soon as no attempt runs any more. */
    void release(JobMasterGateway owner) {
        releasedTo = owner;
    }

    /** A release that waits is void. */
    void keep() {
        releasedTo = null;
    }

    /** Whether its JobMaster has let go of it and no attempt runs any more. */
    boolean over() {
        return releasedTo != null && running.isEmpty();
    }

    JobMasterGateway releasedTo() {
        return releasedTo;
    }

    void releasePartitions() {
        kept.forEach(this::letGo);
        kept.clear();
    }

    /** Attempts and partitions in its books: for tests. */
    int size() {
        return running.size() + kept.size() + unwanted.size();
    }

    private void letGo(ResultPartitionId partition) {
        try {
            shuffle.environment().releasePartition(partition);
        } catch (RuntimeException | Error e) {
            LOG.error("The shuffle service did not let go of partition {}", partition, e);
        }
    }
}
