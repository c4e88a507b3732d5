package io.github.foggara.api.shuffle;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;

/** What a shuffle plugin gets from the kernel. */
public record ShuffleContext(Configuration configuration, EngineRuntime runtime) {}
