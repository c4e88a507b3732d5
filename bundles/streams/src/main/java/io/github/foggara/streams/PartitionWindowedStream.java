package io.github.foggara.streams;

import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.types.FunctionSignature;
import java.util.List;

/**
 * A stream seen as partitions that are processed as a whole, when the input has ended (FLIP-380). Behind {@link
 * DataStream#fullWindowPartition} a partition is what one subtask of the result's operator reads, behind {@link
 * KeyedStream#fullWindowPartition} all records of a key. Nothing is emitted before the end of the input, so the sources must be bounded or
 * the job be drained.
 *
 * <p>The operators have the parallelism of their input. With another one records are spread anew, and a partition is what each subtask
 * gets then. They are made by the plugin {@code partition-window}.
 *
 * @param <T> type of the records
 */
public final class PartitionWindowedStream<T> {
    private final PartitionOperators operators;

    PartitionWindowedStream(PartitionOperators operators) {
        this.operators = operators;
    }

    /**
     * Hands all records of a partition to a function: once for each subtask, also for one without records; or once for each key that has
     * records.
     */
    public <R> DataStream<R> mapPartition(MapPartitionFunction<T, R> function) {
        FunctionSignature signature =
                operators.read(PartitionOperators.MAP_PARTITION, function, MapPartitionFunction.class);
        OperatorDraft added = operators.add(PartitionOperators.MAP_PARTITION, List.of(function));
        if (!operators.keyed()) {
            // It asks for its records, and only the head of a chain can.
            added.startNewChain();
        }
        draft().types().functionOutput(added, signature, MapPartitionFunction.class, 1);
        return new DataStream<>(draft(), added);
    }

    /** Combines the records of a partition from the left, in the order of arrival. A partition without records has no result. */
    public DataStream<T> reduce(ReduceFunction<T> function) {
        FunctionSignature signature = operators.read(PartitionOperators.REDUCE, function, ReduceFunction.class);
        OperatorDraft added = operators.add(PartitionOperators.REDUCE, List.of(function));
        draft().types().functionOutput(added, signature, ReduceFunction.class, 0);
        added.passOn();
        return new DataStream<>(draft(), added);
    }

    /**
     * Folds the records of a partition into an accumulator and emits its result: for each subtask, also for one without records; or for each
     * key that has records.
     *
     * @param function what {@code add} returns is the accumulator from then on; its class is told by the function's type arguments
     */
    public <A, R> DataStream<R> aggregate(AggregateFunction<T, A, R> function) {
        FunctionSignature signature = operators.read(PartitionOperators.AGGREGATE, function, AggregateFunction.class);
        OperatorDraft added = operators.add(PartitionOperators.AGGREGATE, List.of(function));
        if (signature.classArgument(AggregateFunction.class, 1).isEmpty()) {
            throw new JobDefinitionException("Operator " + added + " keeps accumulators, but " + signature
                    + " does not tell their type. Write a class that implements AggregateFunction with three types, none of them a"
                    + " variable or Object");
        }
        draft().types()
                .kept(added, signature.typeArgument(AggregateFunction.class, 1).get());
        draft().types().functionOutput(added, signature, AggregateFunction.class, 2);
        return new DataStream<>(draft(), added);
    }

    /**
     * Sorts the records of each partition; those that are equal keep the order of arrival. The records of a key come one behind the other,
     * keys in no particular order. Null is before all others in ascending and behind them in descending order, unless the option {@code
     * sort.nulls} says otherwise.
     *
     * <p>The order lasts as long as records go forward at equal parallelism.
     *
     * @param field index of a component of the record class, from 0
     */
    public SortedPartitionStream<T> sortPartition(int field, Order order) {
        return sortPartition(field, order, NullOrder.AUTO);
    }

    /** As {@link #sortPartition(int, Order)}, and says where nulls stand. */
    public SortedPartitionStream<T> sortPartition(int field, Order order, NullOrder nulls) {
        return new SortedPartitionStream<>(sort().by(field, order, nulls));
    }

    /**
     * Sorts as {@link #sortPartition(int, Order)}.
     *
     * @param path names of components, such as {@code customer.name}: of records, or public fields and getters of other classes. {@code f0},
     *     {@code f1}, … also name the components of a record; {@code *} is the whole. What is a record as a whole is ordered by all its
     *     components. What has an order is said at {@link io.github.foggara.api.sort.SortKeyEncoder}
     */
    public SortedPartitionStream<T> sortPartition(String path, Order order) {
        return sortPartition(path, order, NullOrder.AUTO);
    }

    /** As {@link #sortPartition(String, Order)}, and says where nulls stand. */
    public SortedPartitionStream<T> sortPartition(String path, Order order, NullOrder nulls) {
        return new SortedPartitionStream<>(sort().by(path, order, nulls));
    }

    /**
     * Sorts as {@link #sortPartition(int, Order)}.
     *
     * @param key called once for each record; a record as key is ordered by all its components
     */
    public <K> SortedPartitionStream<T> sortPartition(KeySelector<T, K> key, Order order) {
        return sortPartition(key, order, NullOrder.AUTO);
    }

    /** As {@link #sortPartition(KeySelector, Order)}, and says where nulls stand. */
    public <K> SortedPartitionStream<T> sortPartition(KeySelector<T, K> key, Order order, NullOrder nulls) {
        return new SortedPartitionStream<>(sort().by(key, order, nulls));
    }

    /**
     * Only the first records of each partition, in the order of arrival.
     *
     * @param records from 1
     */
    public DataStream<T> first(long records) {
        SortDraft sort = sort();
        sort.operator().name(operators.keyed() ? "KeyedFirst" : "First");
        sort.limit(records);
        return new DataStream<>(draft(), sort.operator());
    }

    private SortDraft sort() {
        return new SortDraft(operators);
    }

    private GraphDraft draft() {
        return operators.draft();
    }
}
