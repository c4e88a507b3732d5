package io.github.foggara.streams;

import io.github.foggara.api.function.FilterFunction;
import io.github.foggara.api.function.FlatMapFunction;
import io.github.foggara.api.function.Function;
import io.github.foggara.api.function.Indexed;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.Sink;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.types.FunctionSignature;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The records an operator emits, or those of several operators. Every method draws into the job's graph and returns at
 * once; methods that say something about the last operator ({@link #name}, {@link #uid}, {@link #setParallelism},
 * {@link #returns}, {@link #disableChaining}) return this stream, all others a new one. Same thread as
 * {@link StreamEnvironment}.
 *
 * <p>Behind {@link #partitionByRange} the last operator is the one that spreads the records.
 *
 * <p>Between two operators of equal parallelism records go {@link #forward}, else {@link #rebalance}, unless the program
 * chooses.
 *
 * <p>Mistakes throw a {@link JobDefinitionException} that names the operator, some when the program has returned.
 *
 * @param <T> type of the records
 */
public sealed class DataStream<T> permits SortedPartitionStream {
    private final GraphDraft draft;
    private final List<Input> inputs;
    /** What {@link #name} and its like speak of; null behind union and the partitionings. */
    private final OperatorDraft operator;

    DataStream(GraphDraft draft, OperatorDraft operator) {
        this(draft, List.of(new Input(operator, null)), operator);
    }

    private DataStream(GraphDraft draft, List<Input> inputs, OperatorDraft operator) {
        this.draft = draft;
        this.inputs = inputs;
        this.operator = operator;
    }

    /** For what reads this stream; all that do ask for them here. */
    List<Input> inputs() {
        return inputs;
    }

    /** One record for each record. */
    public <R> DataStream<R> map(MapFunction<T, R> function) {
        return add("map", new OperatorSpec.MapSpec(function), function, MapFunction.class);
    }

    /** Keeps those for which the function is true. */
    public DataStream<T> filter(FilterFunction<T> function) {
        read("filter", function, FilterFunction.class);
        OperatorDraft filter = draft.add("filter", new OperatorSpec.FilterSpec(function), inputs());
        filter.outputType(KeyedStream.commonType(inputs()));
        return new DataStream<>(draft, filter);
    }

    /** Any number of records for each. */
    public <R> DataStream<R> flatMap(FlatMapFunction<T, R> function) {
        return add("flat-map", new OperatorSpec.FlatMapSpec(function), function, FlatMapFunction.class);
    }

    /** A function with the whole life cycle, which may also emit when its input has ended. */
    public <R> DataStream<R> process(ProcessFunction<T, R> function) {
        return add("process", new OperatorSpec.ProcessSpec(function), function, ProcessFunction.class);
    }

    /** An operator that a plugin makes. */
    public <R> DataStream<R> transform(OperatorRef reference, Class<R> outputType) {
        if (reference == null || outputType == null) {
            throw new JobDefinitionException(
                    "transform behind " + producers() + " needs an operator and its output type");
        }
        for (Object function : reference.functions()) {
            draft.functions().read(draft.next(reference.name()), function);
        }
        OperatorDraft added = draft.add(reference.name(), reference, inputs());
        draft.types().output(added, outputType);
        return new DataStream<>(draft, added);
    }

    /** The records of this stream and the others, in no particular order. */
    @SafeVarargs
    public final DataStream<T> union(DataStream<T>... others) {
        List<Input> all = new ArrayList<>(inputs());
        if (others == null || others.length == 0) {
            throw new JobDefinitionException("union of " + producers() + " needs another stream");
        }
        for (DataStream<T> other : others) {
            if (other == null || other.draft != draft) {
                throw new JobDefinitionException("union of " + producers()
                        + " needs streams of the same StreamEnvironment, and none of them null");
            }
            all.addAll(other.inputs());
        }
        draft.checkOpen();
        return new DataStream<>(draft, List.copyOf(all), null);
    }

    /**
     * Brings records of one key to one subtask.
     *
     * @param key deterministic, never null; of a type with value equality, so no array
     */
    public <K> KeyedStream<T, K> keyBy(KeySelector<T, K> key) {
        String name = "keyBy behind " + producers();
        FunctionSignature signature = draft.functions().read(name, key);
        draft.functions().learnInput(inputs(), signature, KeySelector.class);
        signature
                .typeArgument(KeySelector.class, 1)
                .ifPresent(type -> draft.types().key(name, type));
        return new KeyedStream<>(draft, inputs(), key, signature);
    }

    /** All records that one subtask reads, processed as a whole when the input has ended. */
    public PartitionWindowedStream<T> fullWindowPartition() {
        draft.checkOpen();
        return new PartitionWindowedStream<>(new PartitionOperators(draft, inputs(), null));
    }

    /**
     * Sends each record to the subtask of the next operator that has the range of its key: subtask i gets smaller keys than subtask i + 1,
     * and all get about as many records. Records with equal keys stay together, however many they are. So {@code
     * partitionByRange(key).fullWindowPartition().sortPartition(key, ASCENDING)} sorts all of the stream: the parts follow each other in the
     * order of the subtasks.
     *
     * <p>Ranges are found by samples of all records, so nothing is handed on before the end of the input: the sources must be bounded or the
     * job be drained. Until then records are kept on disk.
     *
     * @param key called for each record, and once more for those of the sample; a record as key is ordered by all its components
     */
    public <K> DataStream<T> partitionByRange(KeySelector<T, K> key) {
        return partitionByRange(key, Order.ASCENDING);
    }

    /** As {@link #partitionByRange(KeySelector)}; descending, subtask i gets larger keys than subtask i + 1. */
    public <K> DataStream<T> partitionByRange(KeySelector<T, K> key, Order order) {
        return partitionByRange(key, order, NullOrder.AUTO);
    }

    /** As {@link #partitionByRange(KeySelector, Order)}, and says where nulls stand. */
    public <K> DataStream<T> partitionByRange(KeySelector<T, K> key, Order order, NullOrder nulls) {
        return ranges(criteria -> criteria.by(key, order, nulls));
    }

    /**
     * As {@link #partitionByRange(KeySelector, Order)}.
     *
     * @param field index of a component of the record class, from 0
     */
    public DataStream<T> partitionByRange(int field, Order order) {
        return partitionByRange(field, order, NullOrder.AUTO);
    }

    /** As {@link #partitionByRange(int, Order)}, and says where nulls stand. */
    public DataStream<T> partitionByRange(int field, Order order, NullOrder nulls) {
        return ranges(criteria -> criteria.by(field, order, nulls));
    }

    /**
     * As {@link #partitionByRange(KeySelector, Order)}.
     *
     * @param path as for {@link PartitionWindowedStream#sortPartition(String, Order)}
     */
    public DataStream<T> partitionByRange(String path, Order order) {
        return partitionByRange(path, order, NullOrder.AUTO);
    }

    /** As {@link #partitionByRange(String, Order)}, and says where nulls stand. */
    public DataStream<T> partitionByRange(String path, Order order, NullOrder nulls) {
        return ranges(criteria -> criteria.by(path, order, nulls));
    }

    private DataStream<T> ranges(Consumer<CriteriaDraft> by) {
        OperatorDraft route = TwoPasses.range(draft, inputs(), by);
        return new DataStream<>(draft, List.of(new Input(route, new Partitioning.Direct())), route);
    }

    /**
     * Numbers all records from 0 without a gap: those of a subtask in the order in which they come to it, behind those of the subtasks before
     * it. The parallelism is that of this stream; only behind a union or a partitioning can it be set.
     *
     * <p>Where a subtask begins depends on the records of others, so nothing is handed on before the end of the input: the sources must be
     * bounded or the job be drained. Until then records are kept on disk.
     */
    public DataStream<Indexed<T>> zipWithIndex() {
        return new DataStream<>(draft, TwoPasses.index(draft, inputs()));
    }

    /** Round robin over all subtasks of the next operator. */
    public DataStream<T> rebalance() {
        return partition(new Partitioning.Rebalance());
    }

    /** Round robin over the subtasks of the next operator that are this subtask's share. */
    public DataStream<T> rescale() {
        return partition(new Partitioning.Rescale());
    }

    /** Every record to every subtask of the next operator. */
    public DataStream<T> broadcast() {
        return partition(new Partitioning.Broadcast());
    }

    /** To the subtask of the same index; refused if the next operator has another parallelism. */
    public DataStream<T> forward() {
        return partition(new Partitioning.Forward());
    }

    private DataStream<T> partition(Partitioning partitioning) {
        draft.checkOpen();
        return new DataStream<>(
                draft,
                inputs().stream()
                        .map(i -> new Input(i.producer(), partitioning))
                        .toList(),
                null);
    }

    /** Ends here. */
    public DataStreamSink<T> sinkTo(Sink<? super T> sink) {
        return sinkTo(sink, "sink");
    }

    /** Ends here, under a name shown to users. */
    public DataStreamSink<T> sinkTo(Sink<? super T> sink, String name) {
        if (sink == null) {
            throw new JobDefinitionException("sinkTo behind " + producers() + " got null instead of a sink");
        }
        OperatorDraft added = draft.add("sink", new OperatorSpec.SinkSpec(sink), inputs());
        added.name(name);
        if (sink instanceof ReportSink<?> report) {
            added.requireParallelism(1);
            draft.functions().readAll(added.toString(), report.functions());
        }
        return new DataStreamSink<>(draft, added);
    }

    /**
     * Tells the type of the records where the compiler does not keep it, as behind a lambda with a collector. For a generic
     * type give its class, and register the types of its arguments.
     */
    public DataStream<T> returns(Class<? super T> type) {
        draft.types().declare(operator("returns"), type);
        return this;
    }

    /** Name of the last operator, shown to users; need not be unique. */
    public DataStream<T> name(String name) {
        operator("name").name(name);
        return this;
    }

    /**
     * Identity of the last operator, unique in the job and stable between versions of the program, so that state finds it
     * again. Without one it is made of the operator's kind and position.
     */
    public DataStream<T> uid(String uid) {
        operator("uid").uid(uid);
        return this;
    }

    /** Number of subtasks of the last operator, from 1; without it the job's default counts. */
    public DataStream<T> setParallelism(int parallelism) {
        operator("setParallelism").parallelism(parallelism);
        return this;
    }

    /** The last operator begins a chain, and no operator joins it. */
    public DataStream<T> disableChaining() {
        OperatorDraft last = operator("disableChaining");
        last.startNewChain();
        last.endChain();
        return this;
    }

    /** The last operator begins a chain. */
    public DataStream<T> startNewChain() {
        operator("startNewChain").startNewChain();
        return this;
    }

    private OperatorDraft operator(String method) {
        draft.checkOpen();
        if (operator == null) {
            throw new JobDefinitionException(method + " speaks of one operator, but here it stands behind a union or a "
                    + "partitioning of " + producers() + ". Put it directly behind the operator");
        }
        return operator;
    }

    private <R> DataStream<R> add(
            String kind, OperatorSpec spec, Function function, Class<? extends Function> functionInterface) {
        FunctionSignature signature = read(kind, function, functionInterface);
        OperatorDraft added = draft.add(kind, spec, inputs());
        draft.types().functionOutput(added, signature, functionInterface, 1);
        return new DataStream<>(draft, added);
    }

    private FunctionSignature read(String kind, Function function, Class<? extends Function> functionInterface) {
        draft.checkOpen();
        FunctionSignature signature = draft.functions().read(draft.next(kind) + " behind " + producers(), function);
        draft.functions().learnInput(inputs(), signature, functionInterface);
        return signature;
    }

    private String producers() {
        return KeyedStream.names(inputs);
    }
}
