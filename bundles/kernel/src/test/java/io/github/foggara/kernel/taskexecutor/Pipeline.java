package io.github.foggara.kernel.taskexecutor;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Builds graphs for tests: each operator follows the one before it unless told otherwise. */
final class Pipeline {
    private final List<OperatorNode> nodes = new ArrayList<>();
    private final List<StreamEdge> edges = new ArrayList<>();
    private String last;

    static Pipeline from(String uid, int parallelism, OperatorSpec spec) {
        Pipeline pipeline = new Pipeline();
        pipeline.node(uid, parallelism, spec);
        return pipeline;
    }

    /** Chained to the last operator. */
    Pipeline then(String uid, OperatorSpec spec) {
        return to(uid, parallelismOf(last), new Partitioning.Forward(), spec);
    }

    Pipeline to(String uid, int parallelism, Partitioning partitioning, OperatorSpec spec) {
        String from = last;
        node(uid, parallelism, spec);
        edges.add(new StreamEdge(from, uid, 0, partitioning));
        return this;
    }

    Pipeline edge(String from, String to, int input, Partitioning partitioning) {
        edges.add(new StreamEdge(from, to, input, partitioning));
        return this;
    }

    /** What follows is attached to this operator. */
    Pipeline at(String uid) {
        last = uid;
        return this;
    }

    Pipeline node(String uid, int parallelism, OperatorSpec spec) {
        nodes.add(new OperatorNode(uid, uid, spec, parallelism, Object.class, true));
        last = uid;
        return this;
    }

    private int parallelismOf(String uid) {
        return nodes.stream()
                .filter(n -> n.uid().equals(uid))
                .findFirst()
                .orElseThrow()
                .parallelism();
    }

    JobGraph build() {
        return new JobGraph(nodes, edges, List.of(), Map.of());
    }
}
