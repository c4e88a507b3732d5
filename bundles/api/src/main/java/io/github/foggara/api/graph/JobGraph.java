package io.github.foggara.api.graph;

import io.github.foggara.api.job.JobDefinitionException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The topology a program built. Immutable; nodes stand in topological order (every edge leads forward). Its functions
 * belong to the thread that called {@code graph}: each task attempt builds a graph of its own.
 *
 * @param options options the program set itself; the job's configuration wins over them
 * @param warnings what can run but most likely not as it was meant, in words for the user; told once, when the job is submitted
 */
public record JobGraph(
        List<OperatorNode> nodes,
        List<StreamEdge> edges,
        List<TypeRegistration> types,
        Map<String, String> options,
        List<String> warnings) {
    /**
     * @throws JobDefinitionException if a uid occurs twice, an edge names none or leads backward, or there is no node
     */
    public JobGraph {
        nodes = List.copyOf(nodes);
        edges = List.copyOf(edges);
        types = List.copyOf(types);
        options = Map.copyOf(options);
        warnings = List.copyOf(warnings);
        if (nodes.isEmpty()) {
            throw new JobDefinitionException("The program defined no operator: begin with env.fromSource(...)");
        }
        Set<String> seen = new HashSet<>();
        Map<String, List<StreamEdge>> incoming = edges.stream().collect(Collectors.groupingBy(StreamEdge::to));
        for (OperatorNode node : nodes) {
            for (StreamEdge edge : incoming.getOrDefault(node.uid(), List.of())) {
                if (!seen.contains(edge.from())) {
                    throw new JobDefinitionException(
                            "The edge " + edge.from() + " -> " + edge.to() + " does not come from an earlier operator");
                }
            }
            if (!seen.add(node.uid())) {
                throw new JobDefinitionException(
                        "The uid '" + node.uid() + "' is used twice; uids are unique in a job");
            }
        }
        for (StreamEdge edge : edges) {
            if (!seen.contains(edge.to())) {
                throw new JobDefinitionException("The edge " + edge.from() + " -> " + edge.to() + " leads nowhere");
            }
        }
    }

    /** Without warnings. */
    public JobGraph(
            List<OperatorNode> nodes,
            List<StreamEdge> edges,
            List<TypeRegistration> types,
            Map<String, String> options) {
        this(nodes, edges, types, options, List.of());
    }

    /**
     * @throws IllegalArgumentException if there is no such operator
     */
    public OperatorNode node(String uid) {
        return nodes.stream()
                .filter(n -> n.uid().equals(uid))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("The graph has no operator '" + uid + "'"));
    }

    public List<StreamEdge> edgesFrom(String uid) {
        return edges.stream().filter(e -> e.from().equals(uid)).toList();
    }

    public List<StreamEdge> edgesTo(String uid) {
        return edges.stream().filter(e -> e.to().equals(uid)).toList();
    }
}
