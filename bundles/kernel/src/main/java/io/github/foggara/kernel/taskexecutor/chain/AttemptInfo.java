package io.github.foggara.kernel.taskexecutor.chain;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.service.ServiceNeed;
import io.github.foggara.kernel.taskexecutor.ServiceLocator;
import java.util.function.BiConsumer;

/**
 * What the contexts of one attempt have in common.
 *
 * @param program class loader of the job
 * @param state null where no operator may have some
 * @param splitRequest asks the JobMaster for one more split
 * @param serviceLeaves tells the JobMaster of a service that leaves while it is held: what was asked for, and whose it is; any
 *     thread
 */
public record AttemptInfo(
        ExecutionAttemptId attempt,
        String jobName,
        int parallelism,
        ClassLoader program,
        ServiceLocator services,
        PluginRegistry plugins,
        EngineRuntime runtime,
        ManagedMemory memory,
        StateSupply state,
        Runnable splitRequest,
        BiConsumer<ServiceNeed, String> serviceLeaves) {}
