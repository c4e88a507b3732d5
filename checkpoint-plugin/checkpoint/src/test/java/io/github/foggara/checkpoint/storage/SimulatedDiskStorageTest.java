package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.CheckpointStorageContract;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.nio.file.Path;

class SimulatedDiskStorageTest extends CheckpointStorageContract {
    private final SimulatedDisk disk = new SimulatedDisk(1, null);
    private final CheckpointService service = new DefaultCheckpointService(disk.as(CheckpointDisk.class));

    @Override
    protected CheckpointService service() {
        return service;
    }

    @Override
    protected void harm(Pointer checkpoint, Harm harm) throws IOException {
        Path file = Checkpoints.harmed(checkpoint, harm);
        switch (harm) {
            case METADATA_CHANGED, PART_CHANGED, SHARED_CHANGED ->
                disk.replace(file, Checkpoints.flipped(disk.bytes(file)));
            case METADATA_GONE, PART_GONE, SHARED_GONE -> disk.delete(file);
        }
    }

    @Override
    protected void troubled(boolean now) {
        if (now) {
            disk.fail(DiskOperation.READ, DiskOperation.SIZE, DiskOperation.LIST);
        } else {
            disk.heal();
        }
    }
}
