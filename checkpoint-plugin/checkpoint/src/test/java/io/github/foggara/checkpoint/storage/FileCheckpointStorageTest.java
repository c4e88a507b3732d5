package io.github.foggara.checkpoint.storage;

import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.testkit.checkpoint.CheckpointStorageContract;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.io.TempDir;

class FileCheckpointStorageTest extends CheckpointStorageContract {
    @TempDir
    private Path directory;

    private boolean troubled;
    private final CheckpointService service = new DefaultCheckpointService(disk());

    private CheckpointDisk disk() {
        CheckpointDisk disk = new NioCheckpointDisk();
        return (CheckpointDisk) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CheckpointDisk.class}, (proxy, method, given) -> {
                    if (troubled && Set.of("read", "size", "list").contains(method.getName())) {
                        throw new FileSystemException(given[0].toString(), null, "Too many open files");
                    }
                    try {
                        return method.invoke(disk, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    @Override
    protected CheckpointService service() {
        return service;
    }

    @Override
    protected Path directory() {
        return directory;
    }

    @Override
    protected void harm(Pointer checkpoint, Harm harm) throws IOException {
        Path file = Checkpoints.harmed(checkpoint, harm);
        switch (harm) {
            case METADATA_CHANGED, PART_CHANGED, SHARED_CHANGED ->
                Files.write(file, Checkpoints.flipped(Files.readAllBytes(file)));
            case METADATA_GONE, PART_GONE, SHARED_GONE -> Files.delete(file);
        }
    }

    @Override
    protected void troubled(boolean now) {
        troubled = now;
    }
}
