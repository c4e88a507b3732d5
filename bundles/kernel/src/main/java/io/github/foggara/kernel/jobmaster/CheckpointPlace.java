package io.github.foggara.kernel.jobmaster;

import java.util.Map;

/**
 * By what the checkpoints of a run are found when none of its lives is there any more. Immutable.
 *
 * @param service name of the checkpoint plugin
 * @param options that hold where the run's own do not set them: of its program, then of the plugin
 */
public record CheckpointPlace(String service, Map<String, String> options) {
    public CheckpointPlace {
        options = Map.copyOf(options);
    }
}
