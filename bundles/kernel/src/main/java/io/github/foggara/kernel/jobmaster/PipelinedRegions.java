package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanEdge;
import io.github.foggara.kernel.plan.Wiring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Which tasks hang together by pipelined channels: what one of them lost, all of them have to make again. Immutable.
 *
 * <p>Union-find with path halving (Tarjan 1975) over the links of the plan.
 */
final class PipelinedRegions {
    private final int[] firstOf;
    private final int[] parent;
    private final Map<Integer, List<TaskId>> regions = new HashMap<>();

    PipelinedRegions(JobPlan plan) {
        firstOf = new int[plan.vertices().size() + 1];
        for (int vertex = 0; vertex < plan.vertices().size(); vertex++) {
            firstOf[vertex + 1] = firstOf[vertex] + plan.vertices().get(vertex).parallelism();
        }
        parent = new int[firstOf[plan.vertices().size()]];
        for (int i = 0; i < parent.length; i++) {
            parent[i] = i;
        }
        plan.edges().forEach(edge -> join(plan, edge));
        for (int vertex = 0; vertex < plan.vertices().size(); vertex++) {
            for (int subtask = 0; subtask < plan.vertices().get(vertex).parallelism(); subtask++) {
                regions.computeIfAbsent(root(firstOf[vertex] + subtask), r -> new ArrayList<>())
                        .add(new TaskId(vertex, subtask));
            }
        }
    }

    private void join(JobPlan plan, PlanEdge edge) {
        Wiring wiring = plan.wiring(edge);
        for (int subtask = 0; subtask < plan.vertices().get(edge.to()).parallelism(); subtask++) {
            int consumer = root(firstOf[edge.to()] + subtask);
            for (Wiring.Link link : wiring.links(subtask)) {
                parent[root(firstOf[edge.from()] + link.producer())] = consumer;
            }
        }
    }

    private int root(int task) {
        int at = task;
        while (parent[at] != at) {
            parent[at] = parent[parent[at]];
            at = parent[at];
        }
        return at;
    }

    /** The task itself and all that hang together with it, in topological order. */
    List<TaskId> of(TaskId task) {
        return regions.get(root(firstOf[task.vertex()] + task.subtask()));
    }
}
