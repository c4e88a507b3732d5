package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;

/**
 * What the contexts of one attempt have in common.
 *
 * @param splitRequest asks the JobMaster for one more split
 */
public record AttemptInfo(
        ExecutionAttemptId attempt,
        String jobName,
        int parallelism,
        ServiceLocator services,
        PluginRegistry plugins,
        Runnable splitRequest) {}
