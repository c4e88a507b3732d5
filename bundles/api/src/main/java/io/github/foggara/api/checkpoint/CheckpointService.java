package io.github.foggara.api.checkpoint;

import io.github.foggara.api.plugin.OptionSet;
import java.io.IOException;
import java.util.Set;
import org.osgi.annotation.versioning.ProviderType;

/**
 * Purpose: the root of a checkpoint plugin, published as a service with {@code foggara.plugin=NAME}. Thread: as each method says. A failure
 * is one of the checkpoint, never of the data.
 */
@ProviderType
public interface CheckpointService {
    /** What it can do beyond aligned barriers, e.g. {@code barrier-floor}, {@code unaligned}. Any thread. */
    Set<String> capabilities();

    /** The options it reads, for validation and forms. Any thread, never blocks. */
    OptionSet options();

    /** Main thread, once per life of a job. Does not block. */
    CheckpointCoordinator createCoordinator(CheckpointContext context);

    /** Task thread, once per attempt that reads channels. Does not block. */
    BarrierHandler createBarrierHandler(BarrierContext context);

    /**
     * Opens the storage of one run. io and task threads; may block; called wherever something is read or written, so it is cheap.
     *
     * @throws IOException if the directory cannot be used, naming it
     */
    CheckpointStorage openStorage(StorageContext context) throws IOException;
}
