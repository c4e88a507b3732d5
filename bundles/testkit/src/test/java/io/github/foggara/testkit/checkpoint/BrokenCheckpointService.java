package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointContext;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.checkpoint.StorageContext;
import io.github.foggara.api.execution.JobId;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The reference with one bug in its coordinators, or in its storage. */
final class BrokenCheckpointService extends InMemoryCheckpointService {
    private static final Map<CoordinatorBug, StorageBug> OF_STORAGE = Map.of(
            CoordinatorBug.NOTHING_DISCARDED,
            StorageBug.DISCARD_IGNORED,
            CoordinatorBug.SHARED_STAYS,
            StorageBug.COLLECTS_NOTHING,
            CoordinatorBug.SHARED_GOES,
            StorageBug.COLLECTS_WHAT_IS_NEEDED);

    private final CoordinatorBug coordinatorBug;
    private final StorageBug storageBug;
    private final Map<JobId, CheckpointStorage> broken = new ConcurrentHashMap<>();

    BrokenCheckpointService(CoordinatorBug coordinatorBug, StorageBug storageBug) {
        this.coordinatorBug = coordinatorBug;
        this.storageBug = storageBug;
    }

    @Override
    public CheckpointCoordinator createCoordinator(CheckpointContext context) {
        BrokenCheckpointContext between = new BrokenCheckpointContext(coordinatorBug, context);
        return new BrokenCoordinator(
                coordinatorBug, super.createCoordinator(between), between, super.openStorage(context.storage()));
    }

    @Override
    public CheckpointStorage openStorage(StorageContext context) {
        if (coordinatorBug != null && OF_STORAGE.containsKey(coordinatorBug)) {
            return new BrokenStorage(OF_STORAGE.get(coordinatorBug), super.openStorage(context));
        }
        if (storageBug == null) {
            return super.openStorage(context);
        }
        JobId job =
                storageBug == StorageBug.RUNS_MIXED ? new JobId(1, context.job().low()) : context.job();
        StorageContext place = new StorageContext(
                job, context.jobName(), context.directory(), context.configuration(), context.epoch());
        return broken.computeIfAbsent(job, j -> new BrokenStorage(storageBug, super.openStorage(place)));
    }

    @Override
    public void release(StorageContext run, CheckpointCoordinator.End end) throws IOException {
        if (storageBug != StorageBug.RELEASE_IGNORED) {
            super.release(run, end);
        }
    }
}
