package io.github.foggara.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.checkpoint.barrier.AligningBarrierHandler;
import io.github.foggara.checkpoint.coordinator.JobCheckpointCoordinator;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.checkpoint.storage.FileCheckpointStorage;
import io.github.foggara.checkpoint.storage.NioCheckpointDisk;
import java.io.IOException;
import java.util.Set;

/** Aligned or at-least-once checkpoints, on files, as {@code foggara.plugin=default}. Thread-safe. */
public final class DefaultCheckpointService implements CheckpointService {
    /** Its name as a plugin. */
    public static final String NAME = "default";

    private final CheckpointDisk disk;
    private volatile Configuration defaults = Configuration.EMPTY;

    /** On the file systems of the directories it is given. */
    public DefaultCheckpointService() {
        this(new NioCheckpointDisk());
    }

    /** On another disk, for simulations. */
    public DefaultCheckpointService(CheckpointDisk disk) {
        this.disk = disk;
    }

    /**
     * Replaces the values of options that a job does not set; each job reads them when its life begins and when it is reconfigured; those of
     * its storage only when its life begins.
     *
     * @throws io.github.foggara.api.plugin.InvalidOptionException naming key, value and range; the old ones stay in force
     */
    public void defaults(Configuration newDefaults) {
        CheckpointOptions.SET.options().forEach(newDefaults::get);
        defaults = newDefaults;
    }

    /** Barriers up to the floor of an attempt are void. */
    @Override
    public Set<String> capabilities() {
        return Set.of("barrier-floor");
    }

    @Override
    public OptionSet options() {
        return CheckpointOptions.SET;
    }

    @Override
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        return new JobCheckpointCoordinator(context, this::openStorage, c -> CheckpointOptions.of(over(c)));
    }

    @Override
    public BarrierHandler createBarrierHandler(BarrierContext context) {
        return new AligningBarrierHandler(context);
    }

    @Override
    public Configuration storageOptions(Configuration job) {
        return over(job);
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) throws IOException {
        return FileCheckpointStorage.open(disk, context);
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) throws IOException {
        Retention retention = run.configuration().get(CheckpointOptions.RETENTION);
        FileCheckpointStorage.open(disk, run).release(retention.keepsAt(end));
    }

    private Configuration over(Configuration job) {
        return job.withDefaults(defaults.values());
    }
}
