package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.types.FunctionSignature;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A stream whose records of one key meet in one subtask. Aggregates emit an update per record in STREAMING mode, and one
 * final result per key at the end of the input in BATCH mode.
 *
 * @param <T> type of the records
 * @param <K> type of the keys
 */
public final class KeyedStream<T, K> {
    private final GraphDraft draft;
    private final List<Input> inputs;
    private final KeySelector<T, K> key;
    private final FunctionSignature keySignature;

    KeyedStream(GraphDraft draft, List<Input> inputs, KeySelector<T, K> key, FunctionSignature keySignature) {
        this.draft = draft;
        this.inputs = inputs;
        this.key = key;
        this.keySignature = keySignature;
    }

    /**
     * Adds up one component of a record. The result is a new record, made by the canonical constructor, with the sum in
     * that component; the others are those of the key's first record. Sums of whole numbers wrap around on overflow, as
     * {@code +} does in Java; declare the component as {@code BigInteger} or {@code BigDecimal} where that may happen.
     *
     * @param component an accessor such as {@code Word::count}, of a component of type byte, short, int, long, float,
     *     double, their boxes, BigInteger or BigDecimal
     */
    public <N extends Number> DataStream<T> sum(KeySelector<T, N> component) {
        return aggregate(Aggregation.SUM, component);
    }

    /**
     * Smallest value of one component; the other components are those of the key's first record. Floating point values
     * are ordered as {@link Double#compareTo}: NaN is the largest.
     *
     * @param component an accessor such as {@code Reading::celsius}, of a primitive or Comparable component
     */
    public <C extends Comparable<? super C>> DataStream<T> min(KeySelector<T, C> component) {
        return aggregate(Aggregation.MIN, component);
    }

    /** Largest value of one component, as {@link #min}. */
    public <C extends Comparable<? super C>> DataStream<T> max(KeySelector<T, C> component) {
        return aggregate(Aggregation.MAX, component);
    }

    /** Combines the records of a key, two at a time. */
    public DataStream<T> reduce(ReduceFunction<T> function) {
        FunctionSignature signature = draft.functions().read(next("reduce"), function);
        draft.functions().learnInput(inputs, signature, ReduceFunction.class);
        OperatorDraft added = reduceOperator("reduce", function);
        draft.types().functionOutput(added, signature, ReduceFunction.class, 0);
        if (added.outputType() == null) {
            added.outputType(commonType(inputs));
        }
        return new DataStream<>(draft, added);
    }

    /** Counts the records of each key. */
    public DataStream<KeyCount<K>> count() {
        draft.checkOpen();
        OperatorDraft ones = draft.add("count-one", new OperatorSpec.MapSpec(new CountOne<>(key)), inputs);
        ones.followInput();
        draft.types().output(ones, KeyCount.class);
        KeySelector<KeyCount<K>, K> byKey = KeyCount::key;
        KeyedStream<KeyCount<K>, K> keyed =
                new KeyedStream<>(draft, List.of(new Input(ones, null)), byKey, FunctionSignature.of(byKey));
        OperatorDraft added =
                keyed.reduceOperator("count", new ScalarReduce<>(KeyCount.class, 1, Aggregation.SUM, true));
        draft.types().output(added, KeyCount.class);
        return new DataStream<>(draft, added);
    }

    /**
     * A function with the whole life cycle that sees all records of its keys, and may keep state for each of them. This is the one
     * way to keyed state: what would be a stateful map, filter or flatMap is written as such a function.
     *
     * <p>Types that a state descriptor names need a codec. Those of a descriptor in a field of the function register themselves; for
     * one that is made in {@code open}, {@link StreamEnvironment#register} what is neither built in nor a record or key of the job.
     */
    public <R> DataStream<R> process(KeyedProcessFunction<K, T, R> function) {
        FunctionSignature signature = draft.functions().read(next("process"), function);
        signature
                .typeArgument(KeyedProcessFunction.class, 1)
                .ifPresent(type -> inputs.forEach(input -> draft.types().learnOutput(input.producer(), type)));
        OperatorDraft added = draft.add("process", new OperatorSpec.KeyedProcessSpec(key, function), hashed());
        draft.types().functionOutput(added, signature, KeyedProcessFunction.class, 2);
        return new DataStream<>(draft, added);
    }

    /** All records of a key, processed as a whole when the input has ended. */
    public PartitionWindowedStream<T> fullWindowPartition() {
        draft.checkOpen();
        return new PartitionWindowedStream<>(new PartitionOperators(draft, hashed(), key));
    }

    private DataStream<T> aggregate(Aggregation aggregation, KeySelector<T, ?> component) {
        String kind = aggregation.word();
        FunctionSignature signature = draft.functions().read(next(kind), component);
        int index = signature
                .recordComponent()
                .orElseThrow(() -> new JobDefinitionException("Operator " + next(kind)
                        + " needs the accessor of a record component, written as a method reference such as Word::count"
                        + " (a lambda's body cannot be read), not " + signature.identity()));
        ComponentReduce.refusal(signature.owner(), index, aggregation).ifPresent(why -> {
            throw new JobDefinitionException("Operator " + next(kind) + ": " + why);
        });
        draft.functions().learnInput(inputs, signature, KeySelector.class);
        OperatorDraft added = reduceOperator(
                kind, ComponentReduce.of(signature.owner(), index, aggregation, keySignature.recordComponent()));
        draft.types().output(added, signature.owner());
        return new DataStream<>(draft, added);
    }

    private OperatorDraft reduceOperator(String kind, ReduceFunction<?> function) {
        return draft.add(kind, new OperatorSpec.KeyedReduceSpec(key, function), hashed());
    }

    private List<Input> hashed() {
        draft.functions().learnInput(inputs, keySignature, KeySelector.class);
        Partitioning byKey = new Partitioning.Hash(key);
        return inputs.stream().map(i -> new Input(i.producer(), byKey)).toList();
    }

    private String next(String kind) {
        draft.checkOpen();
        return draft.next(kind) + " behind " + names(inputs);
    }

    /** Null if it is unknown, or differs between united streams. */
    static Class<?> commonType(List<Input> inputs) {
        Class<?> first = inputs.get(0).producer().outputType();
        return inputs.stream().allMatch(i -> i.producer().outputType() == first) ? first : null;
    }

    static String names(List<Input> inputs) {
        return inputs.stream().map(i -> i.producer().toString()).collect(Collectors.joining(" and "));
    }
}
