package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.testkit.disk.InMemoryIfThere;
import io.github.foggara.testkit.event.JobEventStoreContract;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on files of this machine. Containers of {@code distribution/itests} force them on a disk. */
class FileJobEventStoreTest extends JobEventStoreContract {
    @TempDir(factory = InMemoryIfThere.class)
    private Path directory;

    @Override
    protected JobEventStore store(SimulatedRuntime simulation) {
        return new FileJobEventStore();
    }

    @Override
    protected Path directory() {
        return directory;
    }
}
