package io.github.foggara.kernel.plan;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.plugin.Configuration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What the JobMaster knows of a topology; holds no user object.
 *
 * @param fingerprint of the graph
 * @param mode STREAMING or BATCH, decided
 * @param configuration accepted options over those the program set
 * @param programOptions options that the program set
 * @param operators those that plugins make
 */
public record JobPlan(
        List<PlanVertex> vertices,
        List<PlanEdge> edges,
        String fingerprint,
        RuntimeMode mode,
        int maxParallelism,
        Configuration configuration,
        Map<String, String> programOptions,
        List<PlanOperator> operators) {
    public JobPlan {
        vertices = List.copyOf(vertices);
        edges = List.copyOf(edges);
        programOptions = Map.copyOf(programOptions);
        operators = List.copyOf(operators);
    }

    /** Names of the plugins whose operators the graph refers to. */
    public Set<String> operatorPlugins() {
        return operators.stream().map(operator -> operator.reference().plugin()).collect(Collectors.toSet());
    }

    /** In the order of their {@link PlanEdge#output()}. */
    public List<PlanEdge> edgesFrom(int vertex) {
        return edges.stream().filter(e -> e.from() == vertex).toList();
    }

    public List<PlanEdge> edgesTo(int vertex) {
        return edges.stream().filter(e -> e.to() == vertex).toList();
    }

    public Wiring wiring(PlanEdge edge) {
        return new Wiring(
                edge.pattern(),
                vertices.get(edge.from()).parallelism(),
                vertices.get(edge.to()).parallelism());
    }
}
