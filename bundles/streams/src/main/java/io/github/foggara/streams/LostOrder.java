package io.github.foggara.streams;

import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.types.FunctionSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds sorts whose order does not reach the next operator. */
final class LostOrder {
    private LostOrder() {}

    static List<String> warnings(List<OperatorDraft> operators, List<StreamEdge> edges) {
        Map<String, OperatorDraft> byUid =
                operators.stream().collect(Collectors.toMap(OperatorDraft::uid, Function.identity()));
        List<String> warnings = new ArrayList<>();
        for (StreamEdge edge : edges) {
            OperatorDraft sort = byUid.get(edge.from());
            OperatorDraft reader = byUid.get(edge.to());
            if (sorts(sort) && !ordersAnew(reader) && mixes(sort, edge, reader)) {
                warnings.add("The order that " + sort + " makes is lost on the way to " + reader + ": "
                        + (edge.partitioning() instanceof Partitioning.Forward ? "a union" : kind(edge))
                        + " mixes the records of several subtasks. Let both have the same parallelism and go forward, or sort with"
                        + " setParallelism(1)");
            }
        }
        return warnings;
    }

    private static boolean mixes(OperatorDraft sort, StreamEdge edge, OperatorDraft reader) {
        if (reader.inputs().stream()
                        .filter(input -> input.index() == edge.input())
                        .count()
                > 1) {
            return true;
        }
        return !(edge.partitioning() instanceof Partitioning.Forward)
                && sort.parallelism() != 1
                && !staysInKeys(sort, edge);
    }

    /** All records of a key come from one subtask, so they stay in order if they go by the same key. */
    private static boolean staysInKeys(OperatorDraft sort, StreamEdge edge) {
        return edge.partitioning() instanceof Partitioning.Hash next
                && sort.inputs().get(0).partitioning() instanceof Partitioning.Hash own
                && same(FunctionSignature.of(own.key()), FunctionSignature.of(next.key()));
    }

    private static boolean same(FunctionSignature left, FunctionSignature right) {
        return left.identity().equals(right.identity())
                && left.captured().isEmpty()
                && right.captured().isEmpty();
    }

    private static boolean ordersAnew(OperatorDraft reader) {
        return sorts(reader) || reader.spec() instanceof SinkSpec spec && spec.sink() instanceof ReportSink;
    }

    private static boolean sorts(OperatorDraft operator) {
        return operator.spec() instanceof OperatorRef reference
                && reference.plugin().equals(PartitionOperators.PLUGIN)
                && reference.name().equals(PartitionOperators.SORT)
                && !SortSpec.of(reference.parameters()).criteria().isEmpty();
    }

    private static String kind(StreamEdge edge) {
        return edge.partitioning().getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }
}
