package io.github.foggara.testkit.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract is run on stores with a planted bug, and must find it. */
@Timeout(120)
class ContractGoesRedTest {
    private static final class Suite extends JobEventStoreContract {
        private final Supplier<JobEventStore> stores;

        Suite(Supplier<JobEventStore> stores) {
            this.stores = stores;
        }

        @Override
        protected JobEventStore store(SimulatedRuntime simulation) {
            return stores.get();
        }
    }

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void aPlantedBugIsFound(PlantedBug bug) throws Exception {
        assertThat(firstFailure(() -> new BrokenJobEventStore(bug)))
                .as("a test that finds " + bug)
                .isNotNull();
    }

    private static Throwable firstFailure(Supplier<JobEventStore> stores) throws Exception {
        for (Class<?> part = JobEventStoreContract.class;
                part != EventStoreFixture.class;
                part = part.getSuperclass()) {
            for (Method test : part.getDeclaredMethods()) {
                if (test.isAnnotationPresent(Test.class)) {
                    try {
                        test.invoke(new Suite(stores));
                    } catch (InvocationTargetException e) {
                        return e.getCause();
                    }
                }
            }
        }
        return null;
    }
}
