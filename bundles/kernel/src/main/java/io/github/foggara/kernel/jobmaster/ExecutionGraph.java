package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.client.VertexInfo;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.plan.JobPlan;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** All executions of one life of a job. Main thread only. */
final class ExecutionGraph {
    private final JobPlan plan;
    private final List<ExecutionVertex> vertices;

    ExecutionGraph(JobId job, JobPlan plan, int attempt) {
        this.plan = plan;
        this.vertices = plan.vertices().stream()
                .map(v -> new ExecutionVertex(job, v, attempt))
                .toList();
    }

    JobPlan plan() {
        return plan;
    }

    List<ExecutionVertex> vertices() {
        return vertices;
    }

    Stream<Execution> executions() {
        return vertices.stream().flatMap(v -> v.executions().stream());
    }

    /** The execution of that attempt; null if it is not the current one of a subtask of this job. */
    Execution current(ExecutionAttemptId attempt) {
        if (attempt.vertex() < 0 || attempt.vertex() >= vertices.size()) {
            return null;
        }
        List<Execution> executions = vertices.get(attempt.vertex()).executions();
        if (attempt.subtask() < 0 || attempt.subtask() >= executions.size()) {
            return null;
        }
        Execution execution = executions.get(attempt.subtask());
        return execution.id().equals(attempt) ? execution : null;
    }

    boolean allFinished() {
        return executions().allMatch(e -> e.state() == ExecutionState.FINISHED);
    }

    boolean allEnded() {
        return executions().allMatch(e -> e.state().ended());
    }

    /** What all subtasks made, by uid of the sink, in the order of vertices and subtasks. */
    Map<String, List<byte[]>> committables() {
        Map<String, List<byte[]>> all = new HashMap<>();
        executions()
                .forEach(execution -> execution
                        .committables()
                        .forEach((uid, list) ->
                                all.computeIfAbsent(uid, u -> new ArrayList<>()).addAll(list)));
        return all;
    }

    List<VertexInfo> infos() {
        return vertices.stream().map(ExecutionVertex::info).toList();
    }

    long workDone() {
        return vertices.stream().mapToLong(ExecutionVertex::workDone).sum();
    }
}
