package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;

/** What the reference reads. */
final class InMemoryCheckpointOptions {
    static final Option<Duration> INTERVAL = new Option<>(
            "execution.checkpointing.interval",
            OptionType.DURATION,
            null,
            "10 ms or more",
            d -> d.toMillis() >= 10,
            TakesEffect.AT_ONCE,
            "Time from one checkpoint to the next");
    static final Option<Duration> TIMEOUT = new Option<>(
            "execution.checkpointing.timeout",
            OptionType.DURATION,
            Duration.ofMinutes(10),
            "10 ms or more",
            d -> d.toMillis() >= 10,
            TakesEffect.AT_ONCE,
            "A checkpoint that takes longer is given up");
    static final Option<Integer> TOLERABLE = new Option<>(
            "execution.checkpointing.tolerable-failed-checkpoints",
            OptionType.INTEGER,
            0,
            "0 or more",
            n -> n >= 0,
            TakesEffect.AT_ONCE,
            "So many may fail in a row");

    static final OptionSet SET = new OptionSet("checkpoint in memory", List.of(INTERVAL, TIMEOUT, TOLERABLE));

    private InMemoryCheckpointOptions() {}
}
