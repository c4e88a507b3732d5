package io.github.foggara.checkpoint;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * When checkpoints are taken and how long they are kept, by Flink's option names.
 *
 * @param interval from the beginning of one to that of the next; empty if only on demand
 * @param timeout from its beginning until it is given up
 * @param minPause from the end of one to the beginning of the next
 * @param maxConcurrent under way at the same time
 * @param tolerableFailures so many may fail in a row
 * @param retained so many completed ones are kept
 * @param exactlyOnce whether tasks align
 * @param afterTasksFinish whether they go on when some tasks have finished
 */
public record CheckpointOptions(
        Optional<Duration> interval,
        Duration timeout,
        Duration minPause,
        int maxConcurrent,
        int tolerableFailures,
        int retained,
        Retention retention,
        boolean exactlyOnce,
        boolean afterTasksFinish) {
    /** All keys begin so. */
    public static final String PREFIX = "execution.checkpointing.";

    private static final int MOST = 1000;
    private static final long MB = 1 << 20;
    private static final Duration SHORTEST = Duration.ofMillis(10);

    public static final Option<Duration> INTERVAL = new Option<>(
            PREFIX + "interval",
            OptionType.DURATION,
            null,
            "10 ms or more",
            d -> d.compareTo(SHORTEST) >= 0,
            TakesEffect.AT_ONCE,
            "Time from the beginning of a checkpoint to the next; without it there are none but on demand");
    public static final Option<Duration> TIMEOUT = new Option<>(
            PREFIX + "timeout",
            OptionType.DURATION,
            Duration.ofMinutes(10),
            "10 ms or more",
            d -> d.compareTo(SHORTEST) >= 0,
            TakesEffect.AT_ONCE,
            "A checkpoint that takes longer is given up; also one that is under way");
    public static final Option<Duration> MIN_PAUSE = new Option<>(
            PREFIX + "min-pause",
            OptionType.DURATION,
            Duration.ZERO,
            "0 ms or more",
            d -> !d.isNegative(),
            TakesEffect.AT_ONCE,
            "Time from the end of a checkpoint to the beginning of the next at least; more than 0 ms means one at a time");
    public static final Option<Integer> MAX_CONCURRENT =
            count("max-concurrent-checkpoints", 1, 1, "Checkpoints that may be under way at the same time");
    public static final Option<Integer> TOLERABLE_FAILURES = count(
            "tolerable-failed-checkpoints", 0, 0, "So many checkpoints may fail in a row; one more fails the job");
    public static final Option<Integer> RETAINED =
            count("num-retained", 1, 1, "Completed checkpoints that are kept, the newest ones");
    public static final Option<Retention> RETENTION = new Option<>(
            PREFIX + "externalized-checkpoint-retention",
            OptionType.ofEnum(Retention.class),
            Retention.NO_EXTERNALIZED_CHECKPOINTS,
            "",
            r -> true,
            TakesEffect.AT_ONCE,
            "What becomes of completed checkpoints when the job is cancelled or has failed; one that finished needs none");
    public static final Option<Mode> MODE = new Option<>(
            PREFIX + "mode",
            OptionType.ofEnum(Mode.class),
            Mode.EXACTLY_ONCE,
            "",
            m -> true,
            TakesEffect.NEXT_CHECKPOINT,
            "Whether a task stops reading the inputs that have a checkpoint behind them until the others have it too");
    public static final Option<Boolean> AFTER_TASKS_FINISH = new Option<>(
            PREFIX + "checkpoints-after-tasks-finish",
            OptionType.BOOLEAN,
            false,
            "",
            b -> true,
            TakesEffect.NEXT_CHECKPOINT,
            "Whether checkpoints go on when some tasks of the job have finished");
    public static final Option<String> DIRECTORY = new Option<>(
            PREFIX + "dir",
            OptionType.STRING,
            null,
            "a path, or the URI of an installed file system",
            s -> !s.isBlank(),
            TakesEffect.RESTART,
            "Where checkpoints of all jobs are kept, each in a directory of its own; by default in the data directory");
    public static final Option<Long> INLINE_THRESHOLD = new Option<>(
            PREFIX + "data-inline-threshold",
            OptionType.MEMORY_SIZE,
            20L << 10,
            "from 0 to 1 mb",
            n -> n >= 0 && n <= MB,
            TakesEffect.RESTART,
            "State of a subtask up to this size is kept in the metadata of its checkpoint, not in a file of its own");

    public static final OptionSet SET = new OptionSet(
            "checkpoint " + DefaultCheckpointService.NAME,
            List.of(
                    INTERVAL,
                    TIMEOUT,
                    MIN_PAUSE,
                    MAX_CONCURRENT,
                    TOLERABLE_FAILURES,
                    RETAINED,
                    RETENTION,
                    MODE,
                    AFTER_TASKS_FINISH,
                    DIRECTORY,
                    INLINE_THRESHOLD));

    /** What a recovered job may rely on. */
    public enum Mode {
        EXACTLY_ONCE,
        AT_LEAST_ONCE
    }

    private static Option<Integer> count(String name, int fallback, int least, String description) {
        return new Option<>(
                PREFIX + name,
                OptionType.INTEGER,
                fallback,
                "from " + least + " to " + MOST,
                n -> n >= least && n <= MOST,
                TakesEffect.AT_ONCE,
                description);
    }

    /**
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range
     */
    public static CheckpointOptions of(Configuration configuration) {
        return new CheckpointOptions(
                Optional.ofNullable(configuration.get(INTERVAL)),
                configuration.get(TIMEOUT),
                configuration.get(MIN_PAUSE),
                configuration.get(MAX_CONCURRENT),
                configuration.get(TOLERABLE_FAILURES),
                configuration.get(RETAINED),
                configuration.get(RETENTION),
                configuration.get(MODE) == Mode.EXACTLY_ONCE,
                configuration.get(AFTER_TASKS_FINISH));
    }
}
