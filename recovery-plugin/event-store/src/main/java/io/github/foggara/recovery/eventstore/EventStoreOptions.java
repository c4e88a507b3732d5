package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;

/**
 * When a log is written. Read when it is opened, so a change takes effect by a restart of the job.
 *
 * @param bufferBytes a group is written when it has so many bytes
 * @param flushNanos an event that nothing waits for is on disk after this time at the latest
 */
record EventStoreOptions(int bufferBytes, long flushNanos) {
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;

    static final Option<Long> WRITE_BUFFER_SIZE = new Option<>(
            "job-event.store.write-buffer.size",
            OptionType.MEMORY_SIZE,
            MB,
            "from 4 kb to 16 mb",
            n -> n >= 4 * KB && n <= 16 * MB,
            TakesEffect.RESTART,
            "Size at which events of a job are written to its log; one that others wait for is written at once");
    static final Option<Duration> FLUSH_INTERVAL = new Option<>(
            "job-event.store.write-buffer.flush-interval",
            OptionType.DURATION,
            Duration.ofSeconds(1),
            "from 1 ms to 1 min",
            d -> d.compareTo(Duration.ofMillis(1)) >= 0 && d.compareTo(Duration.ofMinutes(1)) <= 0,
            TakesEffect.RESTART,
            "Time after which an event is written to the log of its job at the latest");

    static final OptionSet SET = new OptionSet("event store file", List.of(WRITE_BUFFER_SIZE, FLUSH_INTERVAL));

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    static EventStoreOptions of(Configuration configuration) {
        return new EventStoreOptions(
                configuration.get(WRITE_BUFFER_SIZE).intValue(),
                configuration.get(FLUSH_INTERVAL).toNanos());
    }
}
