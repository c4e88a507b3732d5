package io.github.foggara.kernel.gateway;

import io.github.foggara.api.checkpoint.OperatorSnapshot;
import io.github.foggara.api.plugin.Configuration;
import java.util.List;
import java.util.Map;

/**
 * What one attempt takes part in checkpoints with, and begins from.
 *
 * @param service name of the checkpoint plugin
 * @param backend name of the state backend
 * @param checkpoint the one that is restored, 0 for none
 * @param floor highest id issued before this attempt: barriers up to it are void
 * @param directory below which checkpoints are kept, if the configuration names no other
 * @param storage options that storage is opened with, the same for the whole life
 * @param state by uid of the operator: for each, all that this subtask takes over, of one or of many former subtasks
 */
public record TaskRestore(
        String service,
        String backend,
        long checkpoint,
        long floor,
        String directory,
        Configuration storage,
        Map<String, List<OperatorSnapshot>> state) {
    public TaskRestore {
        state = Map.copyOf(state);
    }
}
