package io.github.foggara.kernel.config;

import static io.github.foggara.api.plugin.TakesEffect.AT_ONCE;
import static io.github.foggara.api.plugin.TakesEffect.NEXT_FAILURE;
import static io.github.foggara.api.plugin.TakesEffect.RESTART;

import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;

/** The options of a job that the kernel itself understands; names as in Flink where Flink has one. */
public final class JobOptions {
    /** Largest parallelism, and largest number of key groups. */
    public static final int PARALLELISM_LIMIT = 32768;

    public static final Option<String> PROGRAM = new Option<>(
            "program",
            OptionType.STRING,
            null,
            "not empty",
            s -> !s.isBlank(),
            RESTART,
            "Which program runs: the foggara.job property of the job bundle's service.");

    public static final Option<Integer> PARALLELISM = new Option<>(
            "parallelism",
            OptionType.INTEGER,
            1,
            "from 1 to " + PARALLELISM_LIMIT,
            p -> p >= 1 && p <= PARALLELISM_LIMIT,
            RESTART,
            "Number of subtasks of operators that set none themselves.");

    public static final Option<Integer> MAX_PARALLELISM = new Option<>(
            "pipeline.max-parallelism",
            OptionType.INTEGER,
            -1,
            "from 1 to " + PARALLELISM_LIMIT + ", or -1 to derive it",
            p -> p == -1 || p >= 1 && p <= PARALLELISM_LIMIT,
            RESTART,
            "Number of key groups, the upper bound of every parallelism.");

    public static final Option<RuntimeMode> RUNTIME_MODE = new Option<>(
            "execution.runtime-mode",
            OptionType.ofEnum(RuntimeMode.class),
            RuntimeMode.AUTOMATIC,
            "",
            m -> true,
            RESTART,
            "Whether keyed aggregates emit an update per record (STREAMING) or one final result per key (BATCH).");

    public static final Option<String> SHUFFLE_SERVICE =
            name("shuffle.service", "local", RESTART, "Name of the shuffle plugin.");

    public static final Option<Boolean> OBJECT_REUSE = new Option<>(
            "pipeline.object-reuse",
            OptionType.BOOLEAN,
            false,
            "",
            b -> true,
            RESTART,
            "Hand mutable records on without a copy, but for forward edges between tasks; functions must then not keep or change"
                    + " what they received, nor what they emitted if it goes to tasks by keyBy, rebalance and the like.");

    public static final Option<Duration> CANCELLATION_INTERVAL = duration(
            "task.cancellation.interval",
            Duration.ofSeconds(1),
            RESTART,
            "Time between two interrupts of a task that was cancelled and does not end.");

    public static final Option<Duration> CANCELLATION_TIMEOUT = duration(
            "task.cancellation.timeout",
            Duration.ofSeconds(30),
            RESTART,
            "After this time a cancelled task that does not end is quarantined, and the job ends without it.");

    public static final Option<Duration> REMOVAL_GRACE = duration(
            "job.removal-grace",
            Duration.ofSeconds(5),
            AT_ONCE,
            "How long a job goes on after its configuration vanished, in case it comes back.");

    public static final Option<Duration> DEFINE_TIMEOUT = duration(
            "job.define-timeout", Duration.ofSeconds(30), RESTART, "How long a program may take to define its graph.");

    /** Value of {@link #RESTART_STRATEGY}: the first failure ends the job. */
    public static final String NO_RESTART = "none";

    /** Where no {@link #RESTART_STRATEGY} is set: a job with checkpoints can go on, so it does. */
    private static final String RESTART_FROM_CHECKPOINTS = "exponential-delay";

    public static final Option<String> FAILOVER_STRATEGY = name(
            "failover.strategy",
            "region",
            NEXT_FAILURE,
            "Name of the plugin that chooses which tasks restart after a failure.");

    public static final Option<String> RESTART_STRATEGY = name(
            "restart-strategy.type",
            NO_RESTART,
            NEXT_FAILURE,
            "Name of the plugin that says when a job restarts after a failure, or that it gives up; none: the first failure"
                    + " ends it. Where it is not set, a job with execution.checkpointing.interval has exponential-delay.");

    public static final Option<String> EVENT_STORE =
            name("job-event.store", "file", RESTART, "Name of the plugin that keeps the job's event log.");

    public static final Option<Duration> EVENT_STORE_RETRY = duration(
            "job-event.store.retry-interval",
            Duration.ofSeconds(10),
            AT_ONCE,
            "Time between two tries to go on with a run whose event log or checkpoint cannot be read for now, or whose"
                    + " operators find too little bulk memory.");

    public static final Option<Integer> EVENT_STORE_COMPACTION = new Option<>(
            "job-event.store.compaction.events",
            OptionType.INTEGER,
            10_000,
            "from 1 to 10000000",
            n -> n >= 1 && n <= 10_000_000,
            RESTART,
            "Events after which the log of a job is replaced by an image of its state; at 16 mb it is sooner.");

    /** Keys of the checkpoint plugin's options begin so. */
    public static final String CHECKPOINTING = "execution.checkpointing.";

    /** One of them; a STREAMING job that sets it has checkpoints. */
    public static final String CHECKPOINT_INTERVAL = CHECKPOINTING + "interval";

    public static final Option<String> CHECKPOINT_SERVICE = name(
            "checkpoint.service", "default", RESTART, "Name of the plugin that takes checkpoints of a streaming job.");

    public static final Option<String> STATE_BACKEND =
            name("state.backend.type", "heap", RESTART, "Name of the plugin that keeps the state of operators.");

    public static final Option<String> RECOVERY_PATH = name(
            "execution.state-recovery.path",
            null,
            RESTART,
            "Checkpoint that a run begins from which has none of its own: a directory, as checkpoint:list shows it.");

    public static final Option<Boolean> IGNORE_UNCLAIMED_STATE = new Option<>(
            "execution.state-recovery.ignore-unclaimed-state",
            OptionType.BOOLEAN,
            false,
            "",
            b -> true,
            RESTART,
            "Drop the state of operators that the program does not have any more, instead of refusing to start.");

    public static final Option<Boolean> REDISTRIBUTE_PARTITIONS = new Option<>(
            "execution.state-recovery.redistribute-partitions",
            OptionType.BOOLEAN,
            false,
            "",
            b -> true,
            RESTART,
            "With another parallelism than in the checkpoint, give the partition of former subtask i, such as what a window over"
                    + " it has collected, to subtask i modulo the new parallelism, instead of refusing to start.");

    /** All of them. */
    public static final OptionSet SET = new OptionSet(
            "kernel",
            List.of(
                    PROGRAM,
                    PARALLELISM,
                    MAX_PARALLELISM,
                    RUNTIME_MODE,
                    SHUFFLE_SERVICE,
                    OBJECT_REUSE,
                    CANCELLATION_INTERVAL,
                    CANCELLATION_TIMEOUT,
                    REMOVAL_GRACE,
                    DEFINE_TIMEOUT,
                    FAILOVER_STRATEGY,
                    RESTART_STRATEGY,
                    EVENT_STORE,
                    EVENT_STORE_RETRY,
                    EVENT_STORE_COMPACTION,
                    CHECKPOINT_SERVICE,
                    STATE_BACKEND,
                    RECOVERY_PATH,
                    IGNORE_UNCLAIMED_STATE,
                    REDISTRIBUTE_PARTITIONS));

    private JobOptions() {}

    /**
     * The back-off strategy of a job.
     *
     * @param effective options, those of the program among them
     */
    public static String restartStrategy(Configuration effective) {
        return effective.values().containsKey(CHECKPOINT_INTERVAL)
                ? effective.values().getOrDefault(RESTART_STRATEGY.key(), RESTART_FROM_CHECKPOINTS)
                : effective.get(RESTART_STRATEGY);
    }

    private static Option<String> name(String key, String fallback, TakesEffect effect, String description) {
        return new Option<>(key, OptionType.STRING, fallback, "not empty", s -> !s.isBlank(), effect, description);
    }

    private static Option<Duration> duration(String key, Duration fallback, TakesEffect effect, String description) {
        return new Option<>(
                key,
                OptionType.DURATION,
                fallback,
                "from 1 ms to 1 d",
                d -> d.toMillis() >= 1 && d.compareTo(Duration.ofDays(1)) <= 0,
                effect,
                description);
    }
}
