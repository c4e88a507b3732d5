package io.github.foggara.api.event;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.runtime.EngineRuntime;
import java.nio.file.Path;

/**
 * What a store gets from the kernel for one log.
 *
 * @param directory that survives a restart, the same for all jobs; a store uses a folder of its own in it
 * @param configuration of the job
 * @param listener hears of the log from its writer's thread; it only enqueues
 */
public record EventLogContext(
        Path directory, Configuration configuration, EngineRuntime runtime, JobEventLog.Listener listener) {}
