package io.github.foggara.testkit.state;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.state.StateBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract is run on backends with a planted bug, and must find it. */
@Timeout(120)
class ContractGoesRedTest {
    private static final class Suite extends StateBackendContract {
        private final StateBackend backend;

        Suite(StateBackend backend) {
            this.backend = backend;
        }

        @Override
        protected StateBackend backend() {
            return backend;
        }
    }

    @ParameterizedTest
    @EnumSource(PlantedBug.class)
    void aPlantedBugIsFound(PlantedBug bug) throws Exception {
        assertThat(firstFailure(new BrokenStateBackend(bug)))
                .as("a test that finds " + bug)
                .isNotNull();
    }

    private static Throwable firstFailure(StateBackend backend) throws Exception {
        for (Class<?> part = StateBackendContract.class; part != StateFixture.class; part = part.getSuperclass()) {
            for (Method test : part.getDeclaredMethods()) {
                if (test.isAnnotationPresent(Test.class)) {
                    try {
                        test.invoke(new Suite(backend));
                    } catch (InvocationTargetException e) {
                        return e.getCause();
                    }
                }
            }
        }
        return null;
    }
}
