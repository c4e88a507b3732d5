package io.github.foggara.itests.simulation;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.kernel.gateway.TaskExecutorGateway;
import io.github.foggara.recovery.eventstore.LogDisk;

/** Bugs that the simulation must find, each with a seed that does. */
enum IdBug {
    NONE;

    CheckpointDisk disk(CheckpointDisk sound) {
        return sound;
    }

    LogDisk log(LogDisk sound) {
        return sound;
    }

    CheckpointService checkpoints(CheckpointService sound) {
        return sound;
    }

    TaskExecutorGateway executor(TaskExecutorGateway sound) {
        return sound;
    }
}
