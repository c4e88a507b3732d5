package io.github.foggara.kernel.jobmaster;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import java.util.Map;

/**
 * What tasks go on from. Immutable.
 *
 * @param checkpoint its id; 0 for none: from the beginning
 * @param metadata null for none
 * @param enumerators state by uid, read; empty for a checkpoint of this life, whose enumerators go on
 */
record RestorePoint(long checkpoint, CheckpointMetadata metadata, Map<String, byte[]> enumerators) {
    static final RestorePoint NONE = new RestorePoint(0, null, Map.of());
}
