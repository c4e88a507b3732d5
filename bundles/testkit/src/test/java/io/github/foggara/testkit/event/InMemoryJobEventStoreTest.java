package io.github.foggara.testkit.event;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.testkit.runtime.SimulatedRuntime;

class InMemoryJobEventStoreTest extends JobEventStoreContract {
    @Override
    protected JobEventStore store(SimulatedRuntime simulation) {
        return new InMemoryJobEventStore();
    }
}
