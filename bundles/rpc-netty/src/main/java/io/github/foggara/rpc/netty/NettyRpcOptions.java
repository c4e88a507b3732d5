package io.github.foggara.rpc.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.InvalidOptionException;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;

/**
 * Read when a node is opened.
 *
 * @param highWater bytes that wait for a peer, above which its connection is not writable; it is again below half
 * @param limit bytes that may wait for a peer; a message that would pass it is refused, except a first one
 */
record NettyRpcOptions(Duration heartbeatInterval, Duration heartbeatTimeout, int threads, long highWater, long limit) {
    private static final long KB = 1024;
    private static final long MB = 1024 * KB;
    private static final long GB = 1024 * MB;

    static final Option<Duration> HEARTBEAT_INTERVAL = new Option<>(
            "heartbeat.interval",
            OptionType.DURATION,
            Duration.ofSeconds(1),
            "from 10 ms to 10 min",
            d -> between(d, Duration.ofMillis(10), Duration.ofMinutes(10)),
            TakesEffect.RESTART,
            "How often a silent connection between containers shows life");
    static final Option<Duration> HEARTBEAT_TIMEOUT = new Option<>(
            "heartbeat.timeout",
            OptionType.DURATION,
            Duration.ofSeconds(10),
            "from 20 ms to 1 h",
            d -> between(d, Duration.ofMillis(20), Duration.ofHours(1)),
            TakesEffect.RESTART,
            "How long another container may show no life before it is taken for lost; longer than heartbeat.interval");
    static final Option<Integer> THREADS = new Option<>(
            "rpc.netty.threads",
            OptionType.INTEGER,
            2,
            "from 1 to 64",
            n -> n >= 1 && n <= 64,
            TakesEffect.RESTART,
            "Threads that serve the connections between containers");
    static final Option<Long> SEND_BUFFER_SIZE = new Option<>(
            "rpc.netty.send-buffer.size",
            OptionType.MEMORY_SIZE,
            MB,
            "from 1 kb to 1 gb",
            n -> n >= KB && n <= GB,
            TakesEffect.RESTART,
            "Bytes that wait for another container before senders are asked to slow down");
    static final Option<Long> SEND_BUFFER_LIMIT = new Option<>(
            "rpc.netty.send-buffer.limit",
            OptionType.MEMORY_SIZE,
            64 * MB,
            "from 1 kb to 16 gb",
            n -> n >= KB && n <= 16 * GB,
            TakesEffect.RESTART,
            "Bytes that may wait for another container; a message beyond it is refused; more than rpc.netty.send-buffer.size");

    static final OptionSet SET = new OptionSet(
            "rpc netty", List.of(HEARTBEAT_INTERVAL, HEARTBEAT_TIMEOUT, THREADS, SEND_BUFFER_SIZE, SEND_BUFFER_LIMIT));

    /**
     * @throws InvalidOptionException naming key, value and range
     */
    static NettyRpcOptions of(Configuration configuration) {
        NettyRpcOptions options = new NettyRpcOptions(
                configuration.get(HEARTBEAT_INTERVAL),
                configuration.get(HEARTBEAT_TIMEOUT),
                configuration.get(THREADS),
                configuration.get(SEND_BUFFER_SIZE),
                configuration.get(SEND_BUFFER_LIMIT));
        if (options.heartbeatTimeout.compareTo(options.heartbeatInterval) <= 0) {
            throw longer(HEARTBEAT_TIMEOUT, HEARTBEAT_INTERVAL, options.heartbeatTimeout, options.heartbeatInterval);
        }
        if (options.limit <= options.highWater) {
            throw longer(SEND_BUFFER_LIMIT, SEND_BUFFER_SIZE, options.limit, options.highWater);
        }
        return options;
    }

    private static InvalidOptionException longer(Option<?> one, Option<?> other, Object value, Object otherValue) {
        return new InvalidOptionException(
                one.key(),
                "The option " + one.key() + " must be more than " + other.key() + " (" + otherValue + "); " + value
                        + " is not");
    }

    private static boolean between(Duration value, Duration min, Duration max) {
        return value.compareTo(min) >= 0 && value.compareTo(max) <= 0;
    }
}
