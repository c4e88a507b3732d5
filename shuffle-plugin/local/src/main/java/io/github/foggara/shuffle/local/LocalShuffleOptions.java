package io.github.foggara.shuffle.local;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.util.List;

/**
 * The limits of the local exchange. All are read when an environment is made, so they take effect by a restart of the job.
 *
 * @param batchRecords a batch is complete at so many records
 * @param batchBytes a batch is complete at so many estimated bytes; also a partition's share when the budget is exhausted
 * @param queueBatches a queue is full with so many batches
 * @param floatingBytes what all queues of an environment may hold together before each is held to its partition's share
 * @param overshootBytes what a record under way may still emit when there is no room
 */
record LocalShuffleOptions(
        int batchRecords, int batchBytes, int queueBatches, long floatingBytes, long overshootBytes) {
    private static final int KB = 1024;
    private static final int MB = 1024 * KB;

    static final Option<Integer> BATCH_RECORDS = new Option<>(
            "shuffle.local.batch-records",
            OptionType.INTEGER,
            512,
            "from 1 to 32768",
            n -> n >= 1 && n <= 32768,
            TakesEffect.RESTART,
            "Largest number of records in a batch");
    static final Option<Long> BATCH_SIZE = new Option<>(
            "shuffle.local.batch-size",
            OptionType.MEMORY_SIZE,
            32L * KB,
            "from 1 kb to 16 mb",
            n -> n >= KB && n <= 16 * MB,
            TakesEffect.RESTART,
            "Estimated size at which a batch is complete; a larger record goes alone");
    static final Option<Integer> QUEUE_BATCHES = new Option<>(
            "shuffle.local.queue-batches",
            OptionType.INTEGER,
            16,
            "from 2 to 4096",
            n -> n >= 2 && n <= 4096,
            TakesEffect.RESTART,
            "Number of unread batches at which a channel is full");
    static final Option<Long> FLOATING_MEMORY = new Option<>(
            "shuffle.local.floating-memory",
            OptionType.MEMORY_SIZE,
            16L * MB,
            "from 64 kb to 64 gb",
            n -> n >= 64 * KB && n <= 64L * 1024 * MB,
            TakesEffect.RESTART,
            "Estimated size of all unread records beyond which each partition is held to one batch");
    static final Option<Long> OVERSHOOT_LIMIT = new Option<>(
            "shuffle.local.overshoot-limit",
            OptionType.MEMORY_SIZE,
            (long) MB,
            "from 0 to 1 gb",
            n -> n >= 0 && n <= 1024L * MB,
            TakesEffect.RESTART,
            "What the record under way may emit without room before its task waits inside user code");

    static final OptionSet SET = new OptionSet(
            "shuffle local", List.of(BATCH_RECORDS, BATCH_SIZE, QUEUE_BATCHES, FLOATING_MEMORY, OVERSHOOT_LIMIT));

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    static LocalShuffleOptions of(Configuration configuration) {
        return new LocalShuffleOptions(
                configuration.get(BATCH_RECORDS),
                configuration.get(BATCH_SIZE).intValue(),
                configuration.get(QUEUE_BATCHES),
                configuration.get(FLOATING_MEMORY),
                configuration.get(OVERSHOOT_LIMIT));
    }
}
