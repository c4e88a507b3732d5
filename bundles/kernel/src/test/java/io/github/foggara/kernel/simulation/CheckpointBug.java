package io.github.foggara.kernel.simulation;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import java.util.function.UnaryOperator;

/** Bugs about checkpoints that the simulation of a streaming job must find, each with a seed that does. */
enum CheckpointBug implements Seams {
    PUBLISHED_BEFORE_IT_IS_DURABLE(0, store -> new BrokenStore(store, BrokenStore.Bug.WRITES_LATE), null, null),
    EVENT_LOST_BY_A_COMPACTION(11, store -> new BrokenStore(store, BrokenStore.Bug.IMAGE_OVERTAKEN), null, null),
    LOG_FORGOTTEN_BEFORE_ITS_IMAGE_IS_WRITTEN(
            110, store -> new BrokenStore(store, BrokenStore.Bug.FORGETS_FIRST), null, null),
    TOLD_BEFORE_IT_IS_COMPLETE(8, null, BrokenSnapshots.ToldTooEarly::new, null),
    RESTORED_FROM_THE_CHECKPOINT_BEFORE(7, null, BrokenSnapshots.Older::new, null),
    RESTORE_POINT_READ_BEFORE_THE_ABORT(15, null, BrokenSnapshots.Early::new, null),
    STATE_NOT_RESTORED(0, null, BrokenSnapshots.Forgetting::new, null),
    LATE_ACKNOWLEDGEMENT_ACCEPTED(16, null, BrokenSnapshots.Late::new, null),
    COMMITTABLES_NOT_IN_THE_CHECKPOINT(0, null, BrokenSnapshots.Unpublished::new, null),
    SPLITS_SINCE_THE_CHECKPOINT_DOUBLED(0, null, executor -> new BrokenExecutors.Splits(executor, 2), null),
    SPLITS_OVERTAKE_BARRIERS(6, null, null, BrokenCheckpoints.Bug.SPLITS_OVERTAKE_BARRIERS),
    ENUMERATORS_OF_THE_CHECKPOINT_BEFORE(0, null, null, BrokenCheckpoints.Bug.ENUMERATORS_OF_THE_CHECKPOINT_BEFORE);

    private final long seed;
    private final UnaryOperator<JobEventStore> store;
    private final UnaryOperator<TaskExecutorGateway> executor;
    private final BrokenCheckpoints.Bug plugin;

    /**
     * @param seed of a simulation that finds it
     */
    CheckpointBug(
            long seed,
            UnaryOperator<JobEventStore> store,
            UnaryOperator<TaskExecutorGateway> executor,
            BrokenCheckpoints.Bug plugin) {
        this.seed = seed;
        this.store = store;
        this.executor = executor;
        this.plugin = plugin;
    }

    long seed() {
        return seed;
    }

    @Override
    public JobEventStore store(JobEventStore sound) {
        return store == null ? sound : store.apply(sound);
    }

    @Override
    public TaskExecutorGateway executor(TaskExecutorGateway sound) {
        return executor == null ? sound : executor.apply(sound);
    }

    @Override
    public CheckpointService checkpoints(CheckpointService sound) {
        return plugin == null ? sound : new BrokenCheckpoints(sound, plugin);
    }
}
