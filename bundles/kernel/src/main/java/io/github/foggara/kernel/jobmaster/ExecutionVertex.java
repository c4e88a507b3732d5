package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.ArrayList;
import java.util.List;

/** A vertex of the plan with the current execution of each subtask. Main thread only. */
final class ExecutionVertex {
    private final PlanVertex plan;
    private final List<Execution> executions = new ArrayList<>();

    ExecutionVertex(JobId job, PlanVertex plan, int attempt) {
        this.plan = plan;
        for (int subtask = 0; subtask < plan.parallelism(); subtask++) {
            executions.add(new Execution(new ExecutionAttemptId(job, plan.index(), subtask, attempt)));
        }
    }

    PlanVertex plan() {
        return plan;
    }

    Execution execution(int subtask) {
        return executions.get(subtask);
    }

    List<Execution> executions() {
        return executions;
    }

    VertexInfo info() {
        int running = 0;
        int finished = 0;
        long in = 0;
        long out = 0;
        for (Execution execution : executions) {
            running += execution.state() == ExecutionState.RUNNING ? 1 : 0;
            finished += execution.state() == ExecutionState.FINISHED ? 1 : 0;
            in += execution.progress().recordsIn();
            out += execution.progress().recordsOut();
        }
        return new VertexInfo(plan.name(), plan.parallelism(), plan.source(), running, finished, in, out);
    }

    long workDone() {
        return executions.stream().mapToLong(e -> e.progress().workDone()).sum();
    }
}
