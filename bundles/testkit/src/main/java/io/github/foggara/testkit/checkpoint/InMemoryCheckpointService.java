package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The reference of {@code CheckpointService}: one checkpoint at a time, kept in this object as long as it lives. Thread-safe.
 */
public class InMemoryCheckpointService implements CheckpointService {
    private record Run(Path directory, JobId job) {}

    private final Map<Run, InMemoryCheckpointStorage> storages = new ConcurrentHashMap<>();

    @Override
    public Set<String> capabilities() {
        return Set.of("barrier-floor");
    }

    @Override
    public OptionSet options() {
        return InMemoryCheckpointOptions.SET;
    }

    @Override
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        return new InMemoryCheckpointCoordinator(context, this::openStorage);
    }

    @Override
    public BarrierHandler createBarrierHandler(BarrierContext context) {
        return new InMemoryBarrierHandler(context);
    }

    /** Reading fails from now on, or does not any more. */
    void troubled(boolean now) {
        storages.values().forEach(storage -> storage.troubled(now));
    }

    /** Lets that come to a checkpoint. */
    void harm(Pointer checkpoint, CheckpointStorageContract.Harm harm) {
        long id = checkpoint.id();
        storages.values().stream().filter(storage -> storage.holds(checkpoint)).forEach(storage -> {
            switch (harm) {
                case METADATA_CHANGED -> storage.damage(id);
                case METADATA_GONE -> storage.lose(id);
                case PART_CHANGED -> storage.damageParts(id);
                case PART_GONE -> storage.loseParts(id);
                case SHARED_CHANGED -> storage.damageShared(id);
                case SHARED_GONE -> storage.loseShared(id);
            }
        });
    }

    @Override
    public Configuration storageOptions(Configuration job) {
        return job;
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) {
        return storages.computeIfAbsent(
                new Run(context.directory(), context.job()),
                run -> new InMemoryCheckpointStorage(run.directory() + "/" + run.job(), storages.values()));
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) throws IOException {
        CheckpointStorage storage = openStorage(run);
        List<Long> all = new ArrayList<>();
        storage.completed(damaged -> all.add(damaged.id())).forEach(pointer -> all.add(pointer.id()));
        for (long id : all) {
            storage.discard(id);
        }
        storage.sweep(0);
    }
}
