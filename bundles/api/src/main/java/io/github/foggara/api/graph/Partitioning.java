package io.github.foggara.api.graph;

import io.github.foggara.api.function.KeySelector;

/** How the records of an edge are spread over the subtasks of its target. */
public sealed interface Partitioning {
    /** Subtask i to subtask i; needs equal parallelism; may be chained. */
    record Forward() implements Partitioning {}

    /** Round robin over all subtasks of the target. */
    record Rebalance() implements Partitioning {}

    /** Round robin over a fixed share of the target's subtasks, pointwise. */
    record Rescale() implements Partitioning {}

    /** Every record to every subtask. */
    record Broadcast() implements Partitioning {}

    /**
     * To the subtask that the producer says, record by record: an operator of a plugin that is a {@link
     * io.github.foggara.api.task.DirectingOperator}.
     */
    record Direct() implements Partitioning {}

    /** By key group of the key. */
    record Hash(KeySelector<?, ?> key) implements Partitioning {}
}
