package io.github.foggara.api.checkpoint;

import io.github.foggara.api.plugin.Configuration;
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
     * What the storage of a life is opened with, wherever and however often: the options of the job over whatever the plugin is configured
     * with now. So a change of the plugin's configuration meets no life in its middle. Main thread, once per life; does not block.
     */
    Configuration storageOptions(Configuration job);

    /**
     * Opens the storage of one run, as its {@code context} says and nothing else. io and task threads; may block; called wherever something is read or written, so it is cheap.
     *
     * @throws IOException if the directory cannot be used, naming it
     */
    CheckpointStorage openStorage(StorageContext context) throws IOException;

    /**
     * The run is over, which is recorded, and nobody goes on with it: its checkpoints go or stay as its options say of this end. What is
     * incomplete goes in any case, savepoints stay in any case. io thread; may block; idempotent, also if nothing was ever written; repeated
     * until it succeeds.
     *
     * @param end not {@link CheckpointCoordinator.End#SUSPENDED}
     * @throws IOException if something cannot be read or deleted for now
     */
    void release(StorageContext run, CheckpointCoordinator.End end) throws IOException;
}
