package io.github.foggara.kernel.plan;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.config.JobOptions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Decides which operators run together. An operator joins the vertex of its producer if the edge is forward, both have the
 * same parallelism, it has exactly one incoming edge, and it may be chained; so a vertex is a tree with one head.
 *
 * <p>One call per instance. It asks sources whether they are bounded, which is user code: not for the main thread.
 */
public final class ChainPlanner {
    private final JobGraph graph;
    private final Configuration configuration;
    private final Map<String, Integer> parallelism = new HashMap<>();
    private final Map<String, Integer> vertexOf = new HashMap<>();
    private final Map<Integer, List<OperatorNode>> chains = new LinkedHashMap<>();

    private ChainPlanner(JobGraph graph, Configuration configuration) {
        this.graph = graph;
        this.configuration = configuration;
    }

    /**
     * @param configuration accepted options, already over those of the graph
     * @throws JobDefinitionException if the graph cannot run as it is, in words for the user
     */
    public static JobPlan plan(JobGraph graph, String fingerprint, Configuration configuration) {
        return new ChainPlanner(graph, configuration).plan(fingerprint);
    }

    private JobPlan plan(String fingerprint) {
        int jobParallelism = configuration.get(JobOptions.PARALLELISM);
        for (OperatorNode node : graph.nodes()) {
            parallelism.put(node.uid(), node.parallelism() == 0 ? jobParallelism : node.parallelism());
        }
        int max = maxParallelism();
        graph.nodes().forEach(this::place);
        List<PlanVertex> vertices = new ArrayList<>();
        chains.forEach((index, nodes) -> vertices.add(vertex(index, nodes)));
        JobPlan plan =
                new JobPlan(vertices, edges(), fingerprint, mode(), max, configuration, graph.options(), operators());
        PlanLimits.check(plan);
        return plan;
    }

    private void place(OperatorNode node) {
        List<StreamEdge> incoming = graph.edgesTo(node.uid());
        incoming.forEach(this::checkForward);
        incoming.forEach(this::checkDirect);
        if (incoming.size() == 1 && chained(incoming.get(0), node)) {
            int vertex = vertexOf.get(incoming.get(0).from());
            vertexOf.put(node.uid(), vertex);
            chains.get(vertex).add(node);
        } else {
            int vertex = chains.size();
            vertexOf.put(node.uid(), vertex);
            chains.put(vertex, new ArrayList<>(List.of(node)));
        }
    }

    private boolean chained(StreamEdge edge, OperatorNode consumer) {
        return edge.partitioning() instanceof Partitioning.Forward && consumer.chainable();
    }

    private void checkForward(StreamEdge edge) {
        int from = parallelism.get(edge.from());
        int to = parallelism.get(edge.to());
        if (edge.partitioning() instanceof Partitioning.Forward && from != to) {
            throw new JobDefinitionException("The forward edge from '" + name(edge.from()) + "' (parallelism " + from
                    + ") to '" + name(edge.to()) + "' (parallelism " + to
                    + ") needs equal parallelism: use rebalance() or rescale() between them");
        }
    }

    /** Whether that operator says where its records go is seen when its plugin has made it. */
    private void checkDirect(StreamEdge edge) {
        if (edge.partitioning() instanceof Partitioning.Direct
                && !(graph.node(edge.from()).spec() instanceof OperatorRef)) {
            throw new JobDefinitionException(
                    "The edge from '" + name(edge.from()) + "' to '" + name(edge.to())
                            + "' is Direct, but only an operator of a plugin can say where its records go: use hash or rebalance");
        }
    }

    private PlanVertex vertex(int index, List<OperatorNode> nodes) {
        OperatorNode head = nodes.get(0);
        return new PlanVertex(
                index,
                nodes.stream().map(OperatorNode::name).collect(Collectors.joining(" -> ")),
                nodes.stream().map(OperatorNode::uid).toList(),
                parallelism.get(head.uid()),
                head.spec() instanceof SourceSpec || head.spec() instanceof CollectionSpec,
                !(head.spec() instanceof SourceSpec spec) || spec.source().replayable());
    }

    private List<PlanEdge> edges() {
        List<PlanEdge> edges = new ArrayList<>();
        Map<Integer, Integer> outputs = new HashMap<>();
        for (int i = 0; i < graph.edges().size(); i++) {
            StreamEdge edge = graph.edges().get(i);
            int from = vertexOf.get(edge.from());
            int to = vertexOf.get(edge.to());
            if (from != to) {
                int output = outputs.merge(from, 1, Integer::sum) - 1;
                edges.add(new PlanEdge(i, from, to, edge.input(), output, pattern(edge.partitioning())));
            }
        }
        return edges;
    }

    private static PlanEdge.Pattern pattern(Partitioning partitioning) {
        return partitioning instanceof Partitioning.Forward || partitioning instanceof Partitioning.Rescale
                ? PlanEdge.Pattern.POINTWISE
                : PlanEdge.Pattern.ALL_TO_ALL;
    }

    /** As Flink's default: the next power of two of one and a half times the largest parallelism, from 128 to 32768. */
    private int maxParallelism() {
        int largest = 1;
        String at = "";
        for (OperatorNode node : graph.nodes()) {
            if (parallelism.get(node.uid()) > largest) {
                largest = parallelism.get(node.uid());
                at = node.name();
            }
        }
        int limit = configuration.get(JobOptions.MAX_PARALLELISM);
        if (limit < 0) {
            limit = Integer.highestOneBit(Math.max(1, largest + largest / 2 - 1)) << 1;
            limit = Math.min(JobOptions.PARALLELISM_LIMIT, Math.max(128, limit));
        }
        if (largest > limit) {
            throw new JobDefinitionException("The operator '" + at + "' has parallelism " + largest + ", more than "
                    + JobOptions.MAX_PARALLELISM.key() + " = " + limit + ": lower the one or raise the other");
        }
        return limit;
    }

    private RuntimeMode mode() {
        RuntimeMode wanted = configuration.get(JobOptions.RUNTIME_MODE);
        List<String> unbounded = graph.nodes().stream()
                .filter(n -> n.spec() instanceof SourceSpec s && s.source().boundedness() == Boundedness.UNBOUNDED)
                .map(OperatorNode::name)
                .toList();
        if (wanted == RuntimeMode.BATCH && !unbounded.isEmpty()) {
            throw new JobDefinitionException("The source '" + unbounded.get(0) + "' never ends, so "
                    + JobOptions.RUNTIME_MODE.key() + " = BATCH is not possible: use STREAMING or AUTOMATIC");
        }
        if (wanted == RuntimeMode.AUTOMATIC) {
            return unbounded.isEmpty() ? RuntimeMode.BATCH : RuntimeMode.STREAMING;
        }
        return wanted;
    }

    private List<PlanOperator> operators() {
        List<PlanOperator> operators = new ArrayList<>();
        for (OperatorNode node : graph.nodes()) {
            if (node.spec() instanceof OperatorRef made) {
                OperatorRef bare = new OperatorRef(made.plugin(), made.name(), made.parameters(), List.of());
                operators.add(new PlanOperator(node.uid(), node.name(), parallelism.get(node.uid()), bare));
            }
        }
        return operators;
    }

    private String name(String uid) {
        return graph.node(uid).name();
    }
}
