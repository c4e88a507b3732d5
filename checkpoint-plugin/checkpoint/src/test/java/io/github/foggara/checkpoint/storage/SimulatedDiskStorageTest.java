package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.CheckpointStorageContract;
import io.github.foggara.testkit.disk.SimulatedDisk;

class SimulatedDiskStorageTest extends CheckpointStorageContract {
    private final CheckpointService service =
            new DefaultCheckpointService(new SimulatedDisk(1, null).as(CheckpointDisk.class));

    @Override
    protected CheckpointService service() {
        return service;
    }
}
