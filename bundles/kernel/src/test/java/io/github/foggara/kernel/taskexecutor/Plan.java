package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.api.shuffle.PartitionDescriptor;
import io.github.foggara.api.shuffle.ShuffleDescriptor;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.OutputDescriptor;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskRestore;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What a JobMaster would deploy for a graph: forward edges are chained, all others are exchanges. */
record Plan(
        JobId job,
        JobGraph graph,
        List<List<String>> vertices,
        Map<TaskId, Integer> restarts,
        Map<String, Long> memory) {
    static Plan of(JobGraph graph) {
        Map<String, List<String>> vertexOf = new LinkedHashMap<>();
        List<List<String>> vertices = new ArrayList<>();
        for (OperatorNode node : graph.nodes()) {
            List<StreamEdge> in = graph.edgesTo(node.uid());
            List<String> vertex;
            if (in.size() == 1 && in.get(0).partitioning() instanceof Partitioning.Forward) {
                vertex = vertexOf.get(in.get(0).from());
            } else {
                vertex = new ArrayList<>();
                vertices.add(vertex);
            }
            vertex.add(node.uid());
            vertexOf.put(node.uid(), vertex);
        }
        return new Plan(JobId.random(), graph, vertices, new ConcurrentHashMap<>(), new ConcurrentHashMap<>());
    }

    int parallelism(int vertex) {
        return graph.node(vertices.get(vertex).get(0)).parallelism();
    }

    /** The current one. */
    ExecutionAttemptId attempt(int vertex, int subtask) {
        return new ExecutionAttemptId(job, vertex, subtask, restarts.getOrDefault(new TaskId(vertex, subtask), 0));
    }

    /** From now on the next attempt is the current one, also for those who read from it. */
    void restart(int vertex, int subtask) {
        restarts.merge(new TaskId(vertex, subtask), 1, Integer::sum);
    }

    private int vertexOf(String uid) {
        for (int i = 0; i < vertices.size(); i++) {
            if (vertices.get(i).contains(uid)) {
                return i;
            }
        }
        throw new IllegalArgumentException(uid);
    }

    /** Edges that leave the vertex, by index. */
    private List<Integer> exits(int vertex) {
        List<Integer> result = new ArrayList<>();
        for (int i = 0; i < graph.edges().size(); i++) {
            StreamEdge edge = graph.edges().get(i);
            if (vertexOf(edge.from()) == vertex && vertexOf(edge.to()) != vertex) {
                result.add(i);
            }
        }
        return result;
    }

    TaskDeployment deployment(
            int vertex, int subtask, long epoch, ProgramId program, RuntimeMode mode, Configuration configuration) {
        return deployment(vertex, subtask, epoch, program, mode, configuration, Optional.empty());
    }

    TaskDeployment deployment(
            int vertex,
            int subtask,
            long epoch,
            ProgramId program,
            RuntimeMode mode,
            Configuration configuration,
            Optional<TaskRestore> restore) {
        return new TaskDeployment(
                attempt(vertex, subtask),
                epoch,
                "test-job",
                String.join("->", vertices.get(vertex)),
                program,
                ProgramCode.UNKNOWN,
                new JobParameters(Map.of(), 0, 0),
                new JobToken(new byte[JobToken.LENGTH]),
                "",
                vertices.get(vertex),
                parallelism(vertex),
                128,
                mode,
                channels(vertex, subtask),
                outputs(vertex, subtask),
                "queue",
                configuration,
                memory,
                restore);
    }

    private List<OutputDescriptor> outputs(int vertex, int subtask) {
        List<OutputDescriptor> outputs = new ArrayList<>();
        for (int edge : exits(vertex)) {
            int consumers = parallelism(vertexOf(graph.edges().get(edge).to()));
            ResultPartitionId id = new ResultPartitionId(attempt(vertex, subtask), outputs.size());
            int share = rescaled(edge) ? Math.max(1, consumers / parallelism(vertex)) : consumers;
            outputs.add(new OutputDescriptor(edge, new PartitionDescriptor(id, share), consumers));
        }
        return outputs;
    }

    private boolean rescaled(int edge) {
        return graph.edges().get(edge).partitioning() instanceof Partitioning.Rescale;
    }

    private List<ChannelDescriptor> channels(int vertex, int subtask) {
        List<ChannelDescriptor> channels = new ArrayList<>();
        String head = vertices.get(vertex).get(0);
        for (int edge = 0; edge < graph.edges().size(); edge++) {
            StreamEdge in = graph.edges().get(edge);
            if (!in.to().equals(head)) {
                continue;
            }
            int producer = vertexOf(in.from());
            int output = exits(producer).indexOf(edge);
            int share = Math.max(1, parallelism(vertex) / parallelism(producer));
            int fan = Math.max(1, parallelism(producer) / parallelism(vertex));
            for (int p = 0; p < parallelism(producer); p++) {
                if (rescaled(edge) && (share > 1 ? subtask / share != p : p / fan != subtask)) {
                    continue;
                }
                ResultPartitionId id = new ResultPartitionId(attempt(producer, p), output);
                int subpartition = rescaled(edge) ? subtask % share : subtask;
                channels.add(new ChannelDescriptor(
                        in.input(), new ShuffleDescriptor(id, "queue", new byte[0]), subpartition));
            }
        }
        return channels;
    }
}
