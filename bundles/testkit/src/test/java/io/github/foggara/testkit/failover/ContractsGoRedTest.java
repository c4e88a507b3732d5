package io.github.foggara.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contracts are run on strategies with a planted bug, and must find it; without one they find nothing. */
class ContractsGoRedTest {
    private static final class FailoverSuite extends FailoverStrategyContract {
        private final FailoverBug bug;

        FailoverSuite(FailoverBug bug) {
            this.bug = bug;
        }

        @Override
        protected FailoverStrategy strategy() {
            return new BrokenFailoverStrategy(bug);
        }
    }

    private static final class BackoffSuite extends RestartBackoffContract {
        private final BackoffBug bug;

        BackoffSuite(BackoffBug bug) {
            this.bug = bug;
        }

        @Override
        protected RestartBackoffStrategy strategy() {
            return new BrokenBackoffStrategy(bug);
        }
    }

    @ParameterizedTest
    @EnumSource(FailoverBug.class)
    void aBugInAFailoverStrategyIsFound(FailoverBug bug) throws Exception {
        assertThat(failures(FailoverStrategyContract.class, () -> new FailoverSuite(bug)))
                .isNotEmpty();
    }

    @ParameterizedTest
    @EnumSource(BackoffBug.class)
    void aBugInABackoffStrategyIsFound(BackoffBug bug) throws Exception {
        assertThat(failures(RestartBackoffContract.class, () -> new BackoffSuite(bug)))
                .isNotEmpty();
    }

    @Test
    void soundStrategiesPass() throws Exception {
        assertThat(failures(FailoverStrategyContract.class, () -> new FailoverSuite(null)))
                .isEmpty();
        assertThat(failures(RestartBackoffContract.class, () -> new BackoffSuite(null)))
                .isEmpty();
    }

    /** Failed tests by name. */
    private static Map<String, Throwable> failures(Class<?> contract, Supplier<?> suite) throws Exception {
        Map<String, Throwable> failures = new TreeMap<>();
        for (Method test : contract.getDeclaredMethods()) {
            if (test.isAnnotationPresent(Test.class)) {
                try {
                    test.invoke(suite.get());
                } catch (InvocationTargetException e) {
                    failures.put(test.getName(), e.getCause());
                }
            }
        }
        return failures;
    }
}
