package io.github.foggara.kernel.gateway;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ChannelDescriptor;
import io.github.foggara.kernel.program.ProgramCode;
import io.github.foggara.kernel.program.ProgramId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * All an executor needs to run one attempt.
 *
 * @param epoch of the JobMaster that deploys, from 1; see {@link TaskExecutorGateway}
 * @param chain uids of the vertex's operators in topological order; the first is the head; every edge of the graph
 *     between two of them is a plain call
 * @param code what the program consists of in the JobMaster; nothing if that is here as well
 * @param token of the exchange of records between containers, the same for all tasks of a run
 * @param fingerprint of the graph; another one built from the program is refused
 * @param channels inputs of the head, empty for a source
 * @param mode STREAMING or BATCH, decided
 * @param shuffle name of the shuffle plugin
 * @param memory by uid, how much bulk memory an operator of one subtask may hold, in bytes; no limit for those that are not there
 * @param restore empty for a job without checkpoints
 */
public record TaskDeployment(
        ExecutionAttemptId attempt,
        long epoch,
        String jobName,
        String vertexName,
        ProgramId program,
        ProgramCode code,
        JobParameters parameters,
        JobToken token,
        String fingerprint,
        List<String> chain,
        int parallelism,
        int maxParallelism,
        RuntimeMode mode,
        List<ChannelDescriptor> channels,
        List<OutputDescriptor> outputs,
        String shuffle,
        Configuration configuration,
        Map<String, Long> memory,
        Optional<TaskRestore> restore) {
    public TaskDeployment {
        chain = List.copyOf(chain);
        channels = List.copyOf(channels);
        outputs = List.copyOf(outputs);
        memory = Map.copyOf(memory);
    }
}
