package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.kernel.config.JobOptions;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.plan.JobPlan;
import io.github.foggara.kernel.plan.PlanEdge;
import io.github.foggara.kernel.plan.PlanVertex;
import io.github.foggara.kernel.plan.Wiring;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes the deployments of one life: registers every partition, then connects channels to them. Main thread only. */
final class Deployer {
    private final JobSpec spec;
    private final Life life;
    private final JobPlan plan;
    private final ExecutionGraph graph;
    private final Map<ResultPartitionId, ShuffleDescriptor> descriptors = new HashMap<>();

    Deployer(JobSpec spec, Life life) {
        this.spec = spec;
        this.life = life;
        this.plan = life.plan();
        this.graph = life.graph();
    }

    /** In topological order. */
    List<TaskDeployment> deployments() {
        List<TaskDeployment> deployments = new ArrayList<>();
        Map<Execution, List<OutputDescriptor>> outputs = new HashMap<>();
        for (ExecutionVertex vertex : graph.vertices()) {
            for (Execution execution : vertex.executions()) {
                outputs.put(execution, outputs(execution));
            }
        }
        for (ExecutionVertex vertex : graph.vertices()) {
            for (Execution execution : vertex.executions()) {
                deployments.add(deployment(vertex.plan(), execution, outputs.get(execution)));
            }
        }
        return deployments;
    }

    private TaskDeployment deployment(PlanVertex vertex, Execution execution, List<OutputDescriptor> outputs) {
        return new TaskDeployment(
                execution.id(),
                Life.EPOCH,
                spec.name(),
                vertex.name(),
                life.program().id(),
                spec.parameters(),
                plan.fingerprint(),
                vertex.chain(),
                vertex.parallelism(),
                plan.maxParallelism(),
                plan.mode(),
                channels(execution),
                outputs,
                plan.configuration().get(JobOptions.SHUFFLE_SERVICE),
                plan.configuration());
    }

    private List<OutputDescriptor> outputs(Execution execution) {
        List<OutputDescriptor> outputs = new ArrayList<>();
        for (PlanEdge edge : plan.edgesFrom(execution.id().vertex())) {
            Wiring wiring = plan.wiring(edge);
            PartitionDescriptor partition = new PartitionDescriptor(
                    new ResultPartitionId(execution.id(), edge.output()),
                    wiring.subpartitions(execution.id().subtask()));
            descriptors.put(partition.id(), life.register(partition));
            outputs.add(new OutputDescriptor(edge.edge(), partition, wiring.consumers()));
        }
        return outputs;
    }

    private List<ChannelDescriptor> channels(Execution execution) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        for (PlanEdge edge : plan.edgesTo(execution.id().vertex())) {
            for (Wiring.Link link : plan.wiring(edge).links(execution.id().subtask())) {
                Execution producer = graph.vertices().get(edge.from()).execution(link.producer());
                ResultPartitionId id = new ResultPartitionId(producer.id(), edge.output());
                channels.add(new ChannelDescriptor(edge.input(), descriptors.get(id), link.subpartition()));
            }
        }
        return channels;
    }
}
