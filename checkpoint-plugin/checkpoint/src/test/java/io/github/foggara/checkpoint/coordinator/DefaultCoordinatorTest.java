package io.github.foggara.checkpoint.coordinator;

import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.CheckpointCoordinatorContract;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class DefaultCoordinatorTest extends CheckpointCoordinatorContract {
    @TempDir
    private Path directory;

    private final CheckpointService service = new DefaultCheckpointService();

    @Override
    protected CheckpointService service() {
        return service;
    }

    @Override
    protected Path directory() {
        return directory;
    }
}
