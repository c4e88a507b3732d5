package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;

class InMemoryStorageTest extends CheckpointStorageContract {
    private final InMemoryCheckpointService service = new InMemoryCheckpointService();

    @Override
    protected CheckpointService service() {
        return service;
    }

    @Override
    protected void harm(Pointer checkpoint, Harm harm) {
        service.harm(checkpoint, harm);
    }

    @Override
    protected void troubled(boolean now) {
        service.troubled(now);
    }
}
