package io.github.foggara.streams;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import java.util.List;

/**
 * Records that are sorted within their partition. Before anything else reads the sort, more criteria and a limit can be added to it.
 *
 * @param <T> type of the records
 */
public final class SortedPartitionStream<T> extends DataStream<T> {
    private final SortDraft sort;

    SortedPartitionStream(SortDraft sort) {
        super(sort.draft(), sort.operator());
        this.sort = sort;
    }

    /** Decides between records that are equal so far, see {@link PartitionWindowedStream#sortPartition(int, Order)}. */
    public SortedPartitionStream<T> thenSortPartition(int field, Order order) {
        return thenSortPartition(field, order, NullOrder.AUTO);
    }

    /** As {@link #thenSortPartition(int, Order)}, and says where nulls stand. */
    public SortedPartitionStream<T> thenSortPartition(int field, Order order, NullOrder nulls) {
        sort.checkChangeable("thenSortPartition");
        sort.by(field, order, nulls);
        return this;
    }

    /** Decides between records that are equal so far, see {@link PartitionWindowedStream#sortPartition(String, Order)}. */
    public SortedPartitionStream<T> thenSortPartition(String path, Order order) {
        return thenSortPartition(path, order, NullOrder.AUTO);
    }

    /** As {@link #thenSortPartition(String, Order)}, and says where nulls stand. */
    public SortedPartitionStream<T> thenSortPartition(String path, Order order, NullOrder nulls) {
        sort.checkChangeable("thenSortPartition");
        sort.by(path, order, nulls);
        return this;
    }

    /** Decides between records that are equal so far, see {@link PartitionWindowedStream#sortPartition(KeySelector, Order)}. */
    public <K> SortedPartitionStream<T> thenSortPartition(KeySelector<T, K> key, Order order) {
        return thenSortPartition(key, order, NullOrder.AUTO);
    }

    /** As {@link #thenSortPartition(KeySelector, Order)}, and says where nulls stand. */
    public <K> SortedPartitionStream<T> thenSortPartition(KeySelector<T, K> key, Order order, NullOrder nulls) {
        sort.checkChangeable("thenSortPartition");
        sort.by(key, order, nulls);
        return this;
    }

    /**
     * Only the first records of each partition in this order. The operator keeps no more than it may have to emit, so this stream cannot be
     * read or added to any more; for all records, or another limit, sort again.
     *
     * @param records from 1
     */
    public DataStream<T> first(long records) {
        sort.limit(records);
        return new DataStream<>(sort.draft(), sort.operator());
    }

    @Override
    List<Input> inputs() {
        sort.read();
        return super.inputs();
    }

    @Override
    public SortedPartitionStream<T> returns(Class<? super T> type) {
        super.returns(type);
        return this;
    }

    @Override
    public SortedPartitionStream<T> name(String name) {
        super.name(name);
        return this;
    }

    @Override
    public SortedPartitionStream<T> uid(String uid) {
        super.uid(uid);
        return this;
    }

    @Override
    public SortedPartitionStream<T> setParallelism(int parallelism) {
        super.setParallelism(parallelism);
        return this;
    }

    @Override
    public SortedPartitionStream<T> disableChaining() {
        super.disableChaining();
        return this;
    }

    @Override
    public SortedPartitionStream<T> startNewChain() {
        super.startNewChain();
        return this;
    }
}
