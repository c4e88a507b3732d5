package io.github.foggara.testkit.shuffle;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract is run on services with a planted bug, and must find it in the tests that run on one thread. */
@Timeout(120)
class ContractGoesRedTest {
    private static final class Suite extends ShuffleServiceContract {
        private final ShuffleService service;

        Suite(ShuffleService service) {
            this.service = service;
        }

        @Override
        protected ShuffleService service() {
            return service;
        }

        @Override
        protected Configuration smallLimits() {
            return Configuration.EMPTY;
        }
    }

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void aPlantedBugIsFound(PlantedBug bug) throws Exception {
        assertThat(failures(new BrokenShuffleService(bug)))
                .as("tests that find " + bug)
                .isNotEmpty();
    }

    @Test
    void theReferenceIsSound() throws Exception {
        assertThat(failures(new InMemoryShuffleService())).isEmpty();
    }

    /** Failed tests by name. Those with threads are left out: with some of these bugs they wait for their limit. */
    private static Map<String, Throwable> failures(ShuffleService service) throws Exception {
        Map<String, Throwable> failures = new TreeMap<>();
        for (Class<?> part = EndingContract.class; part != ShuffleFixture.class; part = part.getSuperclass()) {
            for (Method test : part.getDeclaredMethods()) {
                if (test.isAnnotationPresent(Test.class)) {
                    Throwable failure = run(test, new Suite(service));
                    if (failure != null) {
                        failures.put(test.getName(), failure);
                    }
                }
            }
        }
        return failures;
    }

    private static Throwable run(Method test, Suite suite) throws IllegalAccessException {
        suite.createEnvironment();
        try {
            test.invoke(suite);
            return null;
        } catch (InvocationTargetException e) {
            return e.getCause();
        } finally {
            suite.closeEnvironment();
        }
    }
}
