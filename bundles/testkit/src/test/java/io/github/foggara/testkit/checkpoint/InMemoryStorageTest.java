package io.github.foggara.testkit.checkpoint;

import io.github.foggara.api.checkpoint.CheckpointService;

class InMemoryStorageTest extends CheckpointStorageContract {
    private final CheckpointService service = new InMemoryCheckpointService();

    @Override
    protected CheckpointService service() {
        return service;
    }
}
