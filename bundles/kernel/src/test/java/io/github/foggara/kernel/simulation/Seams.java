package io.github.foggara.kernel.simulation;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;

/** Where a bug can be planted into one container; each method hands on what it is given, or something that stands before it. */
interface Seams {
    /** None. */
    Seams SOUND = new Seams() {};

    default JobEventStore store(JobEventStore store) {
        return store;
    }

    default TaskExecutorGateway executor(TaskExecutorGateway executor) {
        return executor;
    }

    /**
     * @param container from 0
     */
    default RestartBackoffStrategy backoff(RestartBackoffStrategy backoff, int container) {
        return backoff;
    }

    default CheckpointService checkpoints(CheckpointService checkpoints) {
        return checkpoints;
    }

    default ShuffleService shuffle(ShuffleService shuffle) {
        return shuffle;
    }
}
