package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.runtime.EngineRuntime;
import io.github.foggara.kernel.config.OptionRegistry;
import io.github.foggara.kernel.coordination.Topologies;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.kernel.jobmaster.log.EventLogs;
import io.github.foggara.kernel.memory.ManagedMemory;
import io.github.foggara.kernel.plugin.PluginRegistry;
import io.github.foggara.kernel.plugin.Turns;
import io.github.foggara.kernel.program.CodeOffers;
import io.github.foggara.kernel.program.Programs;
import io.github.foggara.kernel.runtime.OwnerThread;
import io.github.foggara.kernel.service.ServiceWatch;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What every JobMaster of a container uses.
 *
 * @param services whether what programs ask for is there
 * @param checkpoints directory below which checkpoints are kept, unless a job says otherwise
 * @param memory bulk memory of the executor
 * @param offers of the code of programs; empty if tasks run where the programs are
 * @param storageTurns who works on the checkpoint storage of a run
 * @param watched told of each main and coord thread, for the watchdog
 */
public record JobServices(
        EngineRuntime runtime,
        PluginRegistry plugins,
        Programs programs,
        ServiceWatch services,
        Topologies topologies,
        OptionRegistry options,
        EventLogs logs,
        Path checkpoints,
        ManagedMemory memory,
        Optional<CodeOffers> offers,
        Turns<JobId> storageTurns,
        TaskExecutorGateway executor,
        Consumer<OwnerThread> watched) {}
