package io.github.foggara.streams;

import io.github.foggara.api.function.Function;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.types.FunctionSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Draws the operators of full-partition windows, which a plugin makes: what each one is called and finds in its reference stands in the
 * description of the package {@code io.github.foggara.api.sort}.
 */
final class PartitionOperators {
    static final String PLUGIN = "partition-window";
    static final String MAP_PARTITION = "map-partition";
    static final String REDUCE = "reduce";
    static final String AGGREGATE = "aggregate";
    static final String SORT = "sort";
    static final String RANGE_SAMPLE = "range-sample";
    static final String RANGE_ROUTE = "range-route";
    static final String COUNT = "count";
    static final String INDEX = "index";

    private static final String KEYED = "keyed";
    private static final Map<String, String> SHOWN = Map.of(
            MAP_PARTITION,
            "MapPartition",
            REDUCE,
            "PartitionReduce",
            AGGREGATE,
            "PartitionAggregate",
            SORT,
            "SortPartition",
            RANGE_SAMPLE,
            "SampleKeys",
            RANGE_ROUTE,
            "PartitionByRange",
            COUNT,
            "CountRecords",
            INDEX,
            "ZipWithIndex");

    private final GraphDraft draft;
    private final List<Input> inputs;
    /** Null if a partition is a subtask. */
    private final KeySelector<?, ?> key;

    PartitionOperators(GraphDraft draft, List<Input> inputs, KeySelector<?, ?> key) {
        this.draft = draft;
        this.inputs = inputs;
        this.key = key;
    }

    GraphDraft draft() {
        return draft;
    }

    boolean keyed() {
        return key != null;
    }

    /** Of the records; null if it is not known yet. */
    Class<?> recordType() {
        return KeyedStream.commonType(inputs);
    }

    /** Reads a function of the operator that {@link #add} will add next. */
    FunctionSignature read(String name, Function function, Class<? extends Function> functionInterface) {
        draft.checkOpen();
        return readFor(draft.next(name) + " behind " + KeyedStream.names(inputs), function, functionInterface);
    }

    /**
     * @param operator how messages name it
     */
    FunctionSignature readFor(String operator, Function function, Class<? extends Function> functionInterface) {
        FunctionSignature signature = draft.functions().read(operator, function);
        draft.functions().learnInput(inputs, signature, functionInterface);
        return signature;
    }

    OperatorDraft add(String name, List<?> functions) {
        return add(name, functions, inputs);
    }

    /**
     * @param all inputs of the operator, those of these records among them
     */
    OperatorDraft add(String name, List<?> functions, List<Input> all) {
        OperatorDraft added = draft.add(name, reference(name, Map.of(), functions), all);
        added.name((keyed() ? "Keyed" : "") + SHOWN.get(name));
        added.followInput();
        draft.atEnd(() -> checkTypes(added));
        return added;
    }

    /** What the plugin makes the operator of. */
    OperatorRef reference(String name, Map<String, String> parameters, List<?> functions) {
        Map<String, String> all = new TreeMap<>(parameters);
        if (keyed()) {
            all.put(KEYED, "true");
        }
        return new OperatorRef(PLUGIN, name, all, withKey(functions));
    }

    /** The functions of an operator, as its reference lists them. */
    List<Object> withKey(List<?> functions) {
        List<Object> all = new ArrayList<>();
        if (keyed()) {
            all.add(key);
        }
        all.addAll(functions);
        return all;
    }

    private void checkTypes(OperatorDraft operator) {
        checkRecords(operator);
        if (operator.outputType() == null) {
            throw new JobDefinitionException(
                    "The type of what operator " + operator
                            + " emits is not known. Add .returns(TheType.class) behind it, or give a method reference instead of a lambda");
        }
    }

    /** The records are kept, so they need a codec. At the end of the program. */
    void checkRecords(OperatorDraft operator) {
        for (Input input : inputs) {
            if (input.producer().outputType() == null) {
                throw new JobDefinitionException("Operator " + operator + " keeps the records of " + input.producer()
                        + ", whose type is not known. Add .returns(TheType.class) behind it, or give a method reference instead of a"
                        + " lambda");
            }
        }
        if (recordType() == null) {
            throw new JobDefinitionException("Operator " + operator + " reads streams of different types: "
                    + inputs.stream()
                            .map(input -> input.producer() + " emits "
                                    + input.producer().outputType().getTypeName())
                            .collect(Collectors.joining(", "))
                    + ". Put .returns(TheCommonType.class) behind each, or map them to one type");
        }
    }
}
