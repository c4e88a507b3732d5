package io.github.foggara.recovery.eventstore;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.testkit.disk.SimulatedDisk;
import io.github.foggara.testkit.event.JobEventStoreContract;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.util.Map;

/** The contract on a simulated disk, where other threads may run between any two operations; with a small buffer. */
class SimulatedDiskContractTest extends JobEventStoreContract {
    @Override
    protected JobEventStore store(SimulatedRuntime simulation) {
        return new FileJobEventStore(new SimulatedDisk(simulation.seed(), simulation).as(LogDisk.class));
    }

    @Override
    protected Configuration configuration() {
        return new Configuration(Map.of(
                "job-event.store.write-buffer.size", "4 kb", "job-event.store.write-buffer.flush-interval", "20 ms"));
    }
}
