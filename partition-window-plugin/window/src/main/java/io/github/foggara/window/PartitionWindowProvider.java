package io.github.foggara.window;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.sort.SortSpec;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.types.FunctionSignature;
import io.github.foggara.window.range.RangeOperators;
import java.lang.invoke.MethodType;

/** Makes the operators of full-partition windows. Any thread. */
public final class PartitionWindowProvider implements OperatorProvider {
    /** By this name operators refer to the plugin. */
    public static final String NAME = "partition-window";

    /** What jobs may set for them. */
    public static final OptionSet OPTIONS = WindowOptions.SET;

    private final SpillPlaces places;

    /**
     * @param places where operators put what does not fit into memory
     */
    public PartitionWindowProvider(SpillPlaces places) {
        this.places = places;
    }

    @Override
    public Operator<?, ?> create(OperatorRef reference) {
        boolean keyed = RecordKey.keyed(reference);
        return switch (reference.name()) {
            case "sort" -> sort(reference, keyed);
            case "reduce" -> fold(reference, keyed, reduce(reference, keyed), null);
            case "aggregate" -> fold(reference, keyed, aggregate(reference, keyed), accumulator(reference, keyed));
            case "map-partition" ->
                keyed
                        ? new SortOperator(reference, places, calls(reference), true)
                        : new MapPartitionOperator(reference.functions(), places);
            default ->
                RangeOperators.create(reference, places)
                        .orElseThrow(() -> new IllegalArgumentException("The plugin '" + NAME + "' has no operator '"
                                + reference.name() + "', only map-partition, reduce, aggregate, sort, "
                                + RangeOperators.NAMES));
        };
    }

    /** What the least that works is: as much as it is asked for is better. */
    @Override
    public long minimumMemory(OperatorRef reference, Configuration configuration) {
        boolean map = reference.name().equals("map-partition");
        return RecordKey.keyed(reference)
                ? SortMemory.LEAST + (map ? SpoolSpace.LEAST : 0)
                : map
                        ? SpoolSpace.LEAST
                        : reference.name().equals("sort") ? SortMemory.LEAST : RangeOperators.minimumMemory(reference);
    }

    private Operator<?, ?> sort(OperatorRef reference, boolean keyed) {
        long limit = SortSpec.of(reference.parameters()).limit();
        boolean groups = keyed && limit < SortSpec.ALL;
        return new SortOperator(reference, places, groups ? new EmitFirst(limit) : new EmitRecords(limit), groups);
    }

    private Operator<?, ?> fold(
            OperatorRef reference, boolean keyed, FoldOperator.FoldMaker maker, Class<?> accumulator) {
        return keyed
                ? new SortOperator(reference, places, new EmitFolds(maker), true)
                : new FoldOperator(reference, maker, accumulator);
    }

    /** Behind the key selector. */
    private static Object function(OperatorRef reference, boolean keyed) {
        return reference.functions().get(keyed ? 1 : 0);
    }

    @SuppressWarnings("unchecked")
    private static Emission calls(OperatorRef reference) {
        return new EmitCalls((MapPartitionFunction<Object, Object>) function(reference, true));
    }

    @SuppressWarnings("unchecked")
    private static FoldOperator.FoldMaker reduce(OperatorRef reference, boolean keyed) {
        ReduceFunction<Object> function = (ReduceFunction<Object>) function(reference, keyed);
        return operator -> new ReduceFold(function, operator);
    }

    @SuppressWarnings("unchecked")
    private static FoldOperator.FoldMaker aggregate(OperatorRef reference, boolean keyed) {
        AggregateFunction<Object, Object, Object> function =
                (AggregateFunction<Object, Object, Object>) function(reference, keyed);
        return operator -> new AggregateFold(function, operator);
    }

    private static Class<?> accumulator(OperatorRef reference, boolean keyed) {
        return FunctionSignature.of(function(reference, keyed))
                .classArgument(AggregateFunction.class, 1)
                .<Class<?>>map(type -> MethodType.methodType(type).wrap().returnType())
                .orElse(Object.class);
    }
}
