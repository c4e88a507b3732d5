package io.github.foggara.kernel.program;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.Partitioning.Hash;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.types.RecordCodec;
import io.github.foggara.api.types.RecordOutput;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.serialization.Codecs;
import io.github.foggara.kernel.serialization.TypeTable;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/** Takes a graph apart into named texts, in the order of the graph. */
final class GraphParts {
    private final Map<String, String> parts = new LinkedHashMap<>();
    private final TypeTable types;
    private final CarriedValues carried;

    GraphParts(TypeTable types) {
        this.types = types;
        this.carried = new CarriedValues(parts, Codecs.canonical(types));
    }

    Fingerprint read(JobGraph graph) {
        parts.put(
                "the operators",
                graph.nodes().stream().map(OperatorNode::uid).toList().toString());
        for (OperatorNode node : graph.nodes()) {
            readNode(node);
        }
        for (int i = 0; i < graph.edges().size(); i++) {
            readEdge(i, graph.edges().get(i));
        }
        parts.put("the registered types", types.hash());
        parts.put("the options of the program", new TreeMap<>(graph.options()).toString());
        return new Fingerprint(parts);
    }

    private void readNode(OperatorNode node) {
        String operator = "operator '" + node.uid() + "'";
        Class<?> type = node.outputType();
        parts.put(operator + ", kind", node.spec().getClass().getSimpleName());
        parts.put(operator + ", output type", type == null ? "not known" : type.getName());
        parts.put(operator + ", chainable", Boolean.toString(node.chainable()));
        parts.put(operator + ", parameters", OperatorParts.parameters(node.spec()));
        OperatorParts.functions(node.spec()).forEach((role, function) -> carried.function(operator, role, function));
        Object connector = OperatorParts.connector(node.spec());
        if (connector != null) {
            carried.connector(operator, connector);
        }
        if (node.spec() instanceof CollectionSpec collection) {
            parts.put(operator + ", records", records(operator, collection));
        }
    }

    private void readEdge(int index, StreamEdge edge) {
        String name = "edge " + index + " (" + edge.from() + " -> " + edge.to() + ")";
        parts.put(
                name,
                edge.from() + " -> " + edge.to() + " input " + edge.input() + " "
                        + edge.partitioning().getClass().getSimpleName());
        if (edge.partitioning() instanceof Hash hash) {
            carried.function(name, "key selector", hash.key());
        }
    }

    /** Encodes them under the rules of the job, so that a record without a codec is found before anything runs. */
    private String records(String operator, CollectionSpec collection) {
        RecordCodec<Object> strict = new Codecs(types).codec(null);
        RecordCodec<Object> canonical = Codecs.canonical(types).codec(null);
        RecordOutput out = new RecordOutput(1024);
        StringBuilder digests = new StringBuilder();
        try {
            for (Object element : collection.records()) {
                strict.estimateBytes(element);
                canonical.encode(element, out);
                if (out.length() > 1 << 20) {
                    digests.append(Digests.sha256(out.toByteArray()));
                    out.reset();
                }
            }
        } catch (UnregisteredTypeException | IllegalArgumentException e) {
            throw new JobDefinitionException("The records of " + operator + " cannot be encoded: " + e.getMessage(), e);
        }
        return Digests.sha256(digests + Digests.sha256(out.toByteArray()));
    }
}
