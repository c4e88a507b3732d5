package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.kernel.jobmaster.state.ExecutionState;
import io.github.foggara.kernel.jobmaster.state.JobState;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanEdge;
import io.github.foggara.kernel.plan.Wiring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The plan of a life as failover strategies see it; channels are made when they are first asked for. Main thread only. */
final class PlanTopology implements FailoverTopology {
    private final JobPlan plan;
    private final JobState state;
    private final List<TaskId> tasks = new ArrayList<>();
    private final PipelinedRegions regions;
    private Map<TaskId, List<Channel>> inputs;
    private final Map<TaskId, List<Channel>> outputs = new HashMap<>();

    PlanTopology(JobPlan plan, JobState state) {
        this.plan = plan;
        this.state = state;
        this.regions = new PipelinedRegions(plan);
        plan.vertices().forEach(vertex -> {
            for (int subtask = 0; subtask < vertex.parallelism(); subtask++) {
                tasks.add(new TaskId(vertex.index(), subtask));
            }
        });
    }

    /** All tasks joined to this one by pipelined channels. */
    List<TaskId> region(TaskId task) {
        return regions.of(task);
    }

    @Override
    public List<TaskId> tasks() {
        return List.copyOf(tasks);
    }

    @Override
    public int parallelism(int vertex) {
        return plan.vertices().get(vertex).parallelism();
    }

    @Override
    public List<Channel> inputs(TaskId task) {
        connect();
        return inputs.getOrDefault(task, List.of());
    }

    @Override
    public List<Channel> outputs(TaskId task) {
        connect();
        return outputs.getOrDefault(task, List.of());
    }

    @Override
    public boolean finished(TaskId task) {
        return state.current(task).state() == ExecutionState.FINISHED;
    }

    private void connect() {
        if (inputs != null) {
            return;
        }
        inputs = new HashMap<>();
        for (PlanEdge edge : plan.edges()) {
            Wiring wiring = plan.wiring(edge);
            for (int subtask = 0; subtask < parallelism(edge.to()); subtask++) {
                TaskId consumer = new TaskId(edge.to(), subtask);
                for (Wiring.Link link : wiring.links(subtask)) {
                    TaskId producer = new TaskId(edge.from(), link.producer());
                    Channel channel = new Channel(producer, consumer, false, false);
                    inputs.computeIfAbsent(consumer, c -> new ArrayList<>()).add(channel);
                    outputs.computeIfAbsent(producer, p -> new ArrayList<>()).add(channel);
                }
            }
        }
    }
}
