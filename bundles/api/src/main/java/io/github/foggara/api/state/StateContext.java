package io.github.foggara.api.state;

import io.github.foggara.api.plugin.Configuration;

/**
 * What a backend knows of the operator whose state it holds.
 *
 * @param operator name for messages
 * @param maxParallelism number of key groups of the operator, from 1
 * @param keyGroups those of this subtask
 * @param types of the job
 */
public record StateContext(
        String operator, int maxParallelism, KeyGroupRange keyGroups, StateTypes types, Configuration configuration) {}
