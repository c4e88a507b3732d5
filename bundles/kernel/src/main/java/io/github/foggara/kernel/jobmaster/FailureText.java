package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.plan.PlanVertex;

/** Words for failures: where first, then what was thrown. */
final class FailureText {
    private FailureText() {}

    static JobFailure.TaskFailed task(String job, PlanVertex vertex, Execution execution, TaskReport.Failed failed) {
        String where = "Job '" + job + "' failed in vertex '" + vertex.name() + "', subtask "
                + (execution.id().subtask() + 1) + " of " + vertex.parallelism() + ", operator '" + failed.operator()
                + "'";
        return new JobFailure.TaskFailed(
                execution,
                where + ":\n" + failed.trace(),
                failed.kind() == FailureClass.USER_CODE,
                failed.kind() == FailureClass.PARTITION_LOST);
    }
}
