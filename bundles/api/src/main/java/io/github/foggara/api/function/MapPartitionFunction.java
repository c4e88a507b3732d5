package io.github.foggara.api.function;

/**
 * Sees all records of one partition at once (FLIP-380).
 *
 * @param <T> type of the records
 * @param <R> type of the results
 */
@FunctionalInterface
public interface MapPartitionFunction<T, R> extends Function {
    /**
     * Called on the task thread: once per subtask, also when there are no records; behind {@code keyBy} once per key that has records. It
     * may return before it has seen all records: the others are dropped. Where the job has checkpoints it is called anew with the same
     * records after a restart; what it had emitted before is forgotten then.
     *
     * @param records of the partition, in the order of arrival. They can be iterated once, asking for a second iterator throws an {@link
     *     IllegalStateException}; {@code next} behind the last record throws {@link java.util.NoSuchElementException}
     * @param out also usable between two records; results are given on when the input has ended
     * @throws Exception fails the task
     */
    void mapPartition(Iterable<T> records, Collector<R> out) throws Exception;
}
