package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import java.io.IOException;

/** Opens the storage of a run. Any thread; cheap. */
public interface StorageOpener {
    CheckpointStorage open(StorageContext context) throws IOException;
}
