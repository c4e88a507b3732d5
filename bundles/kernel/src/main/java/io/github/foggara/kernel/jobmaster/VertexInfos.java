package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.kernel.jobmaster.state.Execution;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanVertex;
import java.util.List;

/** Vertices as users see them. */
final class VertexInfos {
    private VertexInfos() {}

    static List<VertexInfo> of(JobPlan plan, JobState state) {
        return plan.vertices().stream().map(vertex -> info(vertex, state)).toList();
    }

    private static VertexInfo info(PlanVertex vertex, JobState state) {
        int running = 0;
        int finished = 0;
        int attempt = 0;
        long in = 0;
        long out = 0;
        for (Execution execution : state.vertex(vertex.index())) {
            running += execution.state() == ExecutionState.RUNNING ? 1 : 0;
            finished += execution.state() == ExecutionState.FINISHED ? 1 : 0;
            attempt = Math.max(attempt, execution.id().attempt());
            in += execution.progress().recordsIn();
            out += execution.progress().recordsOut();
        }
        return new VertexInfo(
                vertex.name(), vertex.parallelism(), vertex.source(), running, finished, attempt, in, out);
    }

    static long workDone(JobState state) {
        return state.executions().mapToLong(e -> e.progress().workDone()).sum();
    }
}
