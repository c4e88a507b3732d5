package io.github.foggara.recovery.failover;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.OptionSet;
import java.util.ArrayList;
import java.util.List;

/**
 * Restarts the pipelined region of each failed task, what has to produce its lost input again, and whoever reads what is produced
 * again, as {@code failover.strategy=region}. Pure; any thread.
 *
 * <p>Everything restarts if what failed stands beside the tasks, or cannot be found among them.
 */
public final class RegionFailoverStrategy implements FailoverStrategy {
    /** Its name as a plugin. */
    public static final String NAME = "region";

    private static final OptionSet OPTIONS = new OptionSet("failover region", List.of());

    @Override
    public OptionSet options() {
        return OPTIONS;
    }

    @Override
    public FailoverPlan decide(List<Failure> failures, FailoverTopology topology, FailoverHistory history) {
        RestartClosure closure = new RestartClosure(topology);
        for (Failure failure : failures) {
            List<TaskId> roots = roots(failure);
            if (roots.isEmpty() || !roots.stream().allMatch(closure::knows)) {
                return FullFailoverStrategy.all(topology);
            }
            roots.forEach(closure::add);
        }
        return FailoverPlan.exact(closure.tasks());
    }

    /** The failed task, and the producer of what it could not read. */
    private static List<TaskId> roots(Failure failure) {
        if (failure.task().isEmpty()) {
            return List.of();
        }
        List<TaskId> roots = new ArrayList<>(2);
        roots.add(failure.task().get());
        failure.partition()
                .map(ResultPartitionId::producer)
                .map(RegionFailoverStrategy::task)
                .ifPresent(roots::add);
        return roots;
    }

    private static TaskId task(ExecutionAttemptId attempt) {
        return new TaskId(attempt.vertex(), attempt.subtask());
    }
}
