package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.shuffle.ResultPartition;

/**
 * One way out of the chain.
 *
 * @param firstSubpartition where a round robin begins, so that all subtasks together are even
 * @param key of a hash exchange, else null
 */
record Exit(
        ResultPartition partition,
        int firstSubpartition,
        KeySelector<Object, Object> key,
        int consumerParallelism,
        int maxParallelism) {}
