package io.github.foggara.window;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.Option;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.plugin.OptionType;
import io.github.foggara.api.plugin.TakesEffect;
import io.github.foggara.api.sort.NullOrder;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

/** The options of a job that its full-partition operators understand; names as in Flink where Flink has one. */
final class WindowOptions {
    private static final long MB = 1L << 20;
    private static final long LARGEST = 1L << 40;
    private static final int LARGEST_FAN = 4096;

    static final Option<Long> SORT_MEMORY = memory(
            "execution.sort-partition.memory", "Memory of each subtask of a sort over the records of a subtask.");

    static final Option<Long> KEYED_MEMORY = memory(
            "execution.sort-keyed-partition.memory",
            "Memory of each subtask of a full-partition operator behind keyBy, which sorts its records by their keys.");

    static final Option<Integer> FAN_IN = new Option<>(
            "taskmanager.runtime.max-fan",
            OptionType.INTEGER,
            128,
            "from 2 to " + LARGEST_FAN,
            n -> n >= 2 && n <= LARGEST_FAN,
            TakesEffect.RESTART,
            "Sorted files that are merged at a time.");

    static final Option<String> DIRECTORIES = new Option<>(
            "sort.spill.dirs",
            OptionType.STRING,
            null,
            "paths, separated by commas, none of them blank",
            text -> !directories(text).isEmpty(),
            TakesEffect.RESTART,
            "Where records go that do not fit into memory; spill in the data directory if it is not set.");

    static final Option<Long> MAX_BYTES = new Option<>(
            "sort.spill.max-bytes",
            OptionType.MEMORY_SIZE,
            Long.MAX_VALUE,
            "from 64 kb",
            bytes -> bytes >= 1 << 16,
            TakesEffect.RESTART,
            "Most bytes that a job may spill in one container; no limit if it is not set.");

    static final Option<NullOrder> NULLS = new Option<>(
            "sort.nulls",
            OptionType.ofEnum(NullOrder.class),
            NullOrder.AUTO,
            "",
            n -> true,
            TakesEffect.RESTART,
            "Where records stand whose sort key is null, if the program does not say it; AUTO: first ascending, last descending.");

    static final OptionSet SET = new OptionSet(
            "partition windows", List.of(SORT_MEMORY, KEYED_MEMORY, FAN_IN, DIRECTORIES, MAX_BYTES, NULLS));

    /** An option of the kernel. */
    private static final String OBJECT_REUSE = "pipeline.object-reuse";

    private WindowOptions() {}

    /**
     * What {@link #DIRECTORIES} names, in that order.
     *
     * @return at least one
     * @throws IllegalArgumentException if a part is blank or no path
     */
    static List<Path> directories(String text) {
        return Arrays.stream(text.split(",", -1)).map(WindowOptions::directory).toList();
    }

    private static Path directory(String part) {
        if (part.isBlank()) {
            throw new IllegalArgumentException("a path is blank");
        }
        return Path.of(part.strip());
    }

    /** Whether mutable records are handed on between tasks without a copy. */
    static boolean objectReuse(Configuration configuration) {
        String text = configuration.values().get(OBJECT_REUSE);
        return text != null && OptionType.BOOLEAN.parser().apply(text);
    }

    private static Option<Long> memory(String key, String description) {
        return new Option<>(
                key,
                OptionType.MEMORY_SIZE,
                128 * MB,
                "from " + (SortMemory.LEAST >> 10) + " kb to 1024 gb",
                bytes -> bytes >= SortMemory.LEAST && bytes <= LARGEST,
                TakesEffect.RESTART,
                description);
    }
}
