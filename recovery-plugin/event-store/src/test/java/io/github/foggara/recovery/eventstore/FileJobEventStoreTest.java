package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.testkit.event.JobEventStoreContract;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

/** The contract on the disk of this machine. */
class FileJobEventStoreTest extends JobEventStoreContract {
    @TempDir
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
