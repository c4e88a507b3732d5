package io.github.foggara.shuffle.netty;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;

/**
 * The limits of the exchange between processes. All are read when an environment is made.
 *
 * @param credit bytes a channel may have received and not read, at first and at least
 * @param floatingBytes what all channels of an environment may be granted beyond that
 * @param recordBytes largest batch that is accepted
 * @param sendBytes what may be encoded and not claimed, of all channels together, before each is held to its credit
 * @param channels how many views a process may have here
 * @param advertisedHost what others connect with; empty for the address that is bound
 * @param threads net threads
 * @param heartbeat how often a silent connection shows life; one silent for three times as long is given up
 * @param reconnect how long a producer's process may be out of reach
 * @param fence how long a reader that is replaced may take to say what it has read
 */
record NettyShuffleOptions(
        int threads,
        String advertisedHost,
        long credit,
        long floatingBytes,
        long sendBytes,
        int channels,
        long recordBytes,
        Duration heartbeat,
        Duration reconnect,
        Duration fence) {
    /** To so many times its own credit that of a busy channel may grow. */
    static final int LARGEST_WINDOW = 16;

    private static final long KB = 1024;
    private static final long MB = 1024 * KB;

    static final Option<Integer> THREADS = new Option<>(
            "shuffle.netty.threads",
            OptionType.INTEGER,
            2,
            "from 1 to 64",
            n -> n >= 1 && n <= 64,
            TakesEffect.RESTART,
            "Event loops of an environment that exchanges records with others");
    static final Option<String> ADVERTISED_HOST = new Option<>(
            "shuffle.netty.advertised-host",
            OptionType.STRING,
            "",
            "a host name or address, or nothing",
            host -> host.length() <= 255,
            TakesEffect.RESTART,
            "What other containers connect with; nothing for the address that is bound. Needed if that is 0.0.0.0 and this host"
                    + " has several addresses");
    static final Option<Long> CREDIT = new Option<>(
            "shuffle.netty.channel-credit",
            OptionType.MEMORY_SIZE,
            64 * KB,
            "from 1 kb to 64 mb",
            n -> n >= KB && n <= 64 * MB,
            TakesEffect.RESTART,
            "Bytes that each channel from another process may hold unread at its reader, beside one batch");
    static final Option<Long> FLOATING_MEMORY = new Option<>(
            "shuffle.netty.floating-memory",
            OptionType.MEMORY_SIZE,
            32 * MB,
            "from 0 to 64 gb",
            n -> n >= 0 && n <= 64 * 1024 * MB,
            TakesEffect.RESTART,
            "Bytes by which the credit of busy channels may grow, all together");
    static final Option<Long> SEND_MEMORY = new Option<>(
            "shuffle.netty.send-memory",
            OptionType.MEMORY_SIZE,
            64 * MB,
            "from 0 to 64 gb",
            n -> n >= 0 && n <= 64 * 1024 * MB,
            TakesEffect.RESTART,
            "Bytes encoded for readers elsewhere and not read there, beyond which each channel is held to its own credit");
    static final Option<Integer> CHANNEL_LIMIT = new Option<>(
            "shuffle.netty.channel-limit",
            OptionType.INTEGER,
            262_144,
            "from 1 to 16777216",
            n -> n >= 1 && n <= 1 << 24,
            TakesEffect.RESTART,
            "Number of channels that one other process may read here at a time");
    static final Option<Long> RECORD_LIMIT = new Option<>(
            "shuffle.netty.record-limit",
            OptionType.MEMORY_SIZE,
            256 * MB,
            "from 64 kb to 1 gb",
            n -> n >= 64 * KB && n <= 1024 * MB,
            TakesEffect.RESTART,
            "Size of the largest record that is accepted from another process");
    static final Option<Duration> HEARTBEAT = new Option<>(
            "shuffle.netty.heartbeat",
            OptionType.DURATION,
            Duration.ofSeconds(5),
            "from 100 ms to 1 h",
            time -> time.toMillis() >= 100 && time.toHours() <= 1,
            TakesEffect.RESTART,
            "After so long without a frame one is sent; a connection silent for three times as long is given up");
    static final Option<Duration> RECONNECT_LIMIT = new Option<>(
            "shuffle.netty.reconnect-limit",
            OptionType.DURATION,
            Duration.ofSeconds(30),
            "from 0 to 1 h",
            time -> !time.isNegative() && time.toHours() <= 1,
            TakesEffect.RESTART,
            "How long the process of a producer may be out of reach before its partitions count as lost");

    static final Option<Duration> FENCE_TIMEOUT = new Option<>(
            "shuffle.netty.fence-timeout",
            OptionType.DURATION,
            Duration.ofSeconds(1),
            "from 10 ms to 1 h",
            time -> time.toMillis() >= 10 && time.toHours() <= 1,
            TakesEffect.RESTART,
            "How long a reader that is replaced by one of another process may take to say what it has read; after that all"
                    + " it was sent counts as read");

    /** Those of the exchange inside a process, {@code shuffle.local.*}, count here as well; the local plugin publishes them. */
    static final OptionSet SET = new OptionSet(
            "shuffle netty",
            List.of(
                    THREADS,
                    ADVERTISED_HOST,
                    CREDIT,
                    FLOATING_MEMORY,
                    SEND_MEMORY,
                    CHANNEL_LIMIT,
                    RECORD_LIMIT,
                    HEARTBEAT,
                    RECONNECT_LIMIT,
                    FENCE_TIMEOUT));

    /** Bytes a view may have been granted and not claimed: what is asked for beyond that is not given. */
    long largestWindow() {
        return LARGEST_WINDOW * credit;
    }

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    static NettyShuffleOptions of(Configuration configuration) {
        return new NettyShuffleOptions(
                configuration.get(THREADS),
                configuration.get(ADVERTISED_HOST).trim(),
                configuration.get(CREDIT),
                configuration.get(FLOATING_MEMORY),
                configuration.get(SEND_MEMORY),
                configuration.get(CHANNEL_LIMIT),
                configuration.get(RECORD_LIMIT),
                configuration.get(HEARTBEAT),
                configuration.get(RECONNECT_LIMIT),
                configuration.get(FENCE_TIMEOUT));
    }
}
