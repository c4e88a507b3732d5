package io.github.foggara.streams;

import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.types.FunctionSignature;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Finds where the order of a sort ends because records of several subtasks are mixed. */
final class LostOrder {
    /**
     * What an operator emits is in the order of that sort.
     *
     * @param unchanged the records are those of the sort, and so are the subtasks that their keys are in
     */
    private record Ordered(OperatorDraft sort, boolean unchanged) {}

    private final Map<OperatorDraft, Ordered> ordered = new HashMap<>();
    private final Set<String> warnings = new LinkedHashSet<>();

    private LostOrder() {}

    /**
     * @param operators each behind those that it reads
     */
    static List<String> warnings(List<OperatorDraft> operators, List<StreamEdge> edges) {
        Map<String, OperatorDraft> byUid =
                operators.stream().collect(Collectors.toMap(OperatorDraft::uid, Function.identity()));
        Map<String, List<StreamEdge>> byReader = edges.stream().collect(Collectors.groupingBy(StreamEdge::to));
        LostOrder search = new LostOrder();
        for (OperatorDraft operator : operators) {
            search.read(operator, byReader.getOrDefault(operator.uid(), List.of()), byUid);
        }
        return new ArrayList<>(search.warnings);
    }

    private void read(OperatorDraft reader, List<StreamEdge> edges, Map<String, OperatorDraft> byUid) {
        if (sorts(reader)) {
            ordered.put(reader, new Ordered(reader, true));
            return;
        }
        if (ordersAnew(reader)) {
            return;
        }
        for (StreamEdge edge : edges) {
            OperatorDraft producer = byUid.get(edge.from());
            Ordered order = ordered.get(producer);
            if (order == null) {
                continue;
            }
            if (mixes(order, producer, edge, reader)) {
                warnings.add(warning(order.sort(), producer, edge, reader));
            } else if (keepsOrder(reader)) {
                boolean unchanged = order.unchanged() && handsOn(reader) && keepsKeys(order.sort(), edge);
                ordered.put(reader, new Ordered(order.sort(), unchanged));
            }
        }
    }

    private static String warning(OperatorDraft sort, OperatorDraft producer, StreamEdge edge, OperatorDraft reader) {
        return "The order that " + sort + " makes is lost on the way "
                + (producer == sort ? "" : "from " + producer + " ")
                + "to " + reader + ": "
                + (edge.partitioning() instanceof Partitioning.Forward ? "a union" : kind(edge))
                + " mixes the records of several subtasks. " + advice(sort, producer, edge);
    }

    private static String advice(OperatorDraft sort, OperatorDraft producer, StreamEdge edge) {
        if (edge.partitioning() instanceof Partitioning.Forward) {
            return "Sort behind the union";
        }
        return producer == sort
                ? "Let both have the same parallelism and go forward, or sort with setParallelism(1)"
                : "Let all from the sort on have the same parallelism and go forward, or all have setParallelism(1)";
    }

    private static boolean mixes(Ordered order, OperatorDraft producer, StreamEdge edge, OperatorDraft reader) {
        if (reader.inputs().stream()
                        .filter(input -> input.index() == edge.input())
                        .count()
                > 1) {
            return true;
        }
        return !(edge.partitioning() instanceof Partitioning.Forward)
                && producer.parallelism() != 1
                && !(order.unchanged() && staysInKeys(order.sort(), edge));
    }

    /** All records of a key are in one subtask still. */
    private static boolean keepsKeys(OperatorDraft sort, StreamEdge edge) {
        return edge.partitioning() instanceof Partitioning.Forward || staysInKeys(sort, edge);
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
        return reader.spec() instanceof SinkSpec spec && spec.sink() instanceof ReportSink;
    }

    /** Those that can only emit for each record when it comes. Who counts wants no order. */
    private static boolean keepsOrder(OperatorDraft operator) {
        return operator.spec() instanceof OperatorSpec.MapSpec map && !(map.function() instanceof CountOne)
                || operator.spec() instanceof OperatorSpec.FilterSpec
                || operator.spec() instanceof OperatorSpec.FlatMapSpec;
    }

    private static boolean handsOn(OperatorDraft operator) {
        return operator.spec() instanceof OperatorSpec.FilterSpec;
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
