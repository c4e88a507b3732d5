package io.github.foggara.api.state;

import io.github.foggara.api.plugin.Configuration;
import java.util.function.Supplier;

/**
 * What a backend knows of the operator whose state it holds.
 *
 * @param operator name for messages
 * @param maxParallelism number of key groups of the operator, from 1
 * @param keyGroups those of this subtask
 * @param types of the job
 * @param grouping makes the function that says which key group a key belongs to, one for each thread that needs it
 */
public record StateContext(
        String operator,
        int maxParallelism,
        KeyGroupRange keyGroups,
        StateTypes types,
        Supplier<KeyGrouping> grouping,
        Configuration configuration) {}
