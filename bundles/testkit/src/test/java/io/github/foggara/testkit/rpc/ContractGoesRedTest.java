package io.github.foggara.testkit.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.rpc.RpcService;
import io.github.foggara.api.security.ClusterSecurity;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contract is run on services with a planted bug, and must find it. */
@Timeout(120)
class ContractGoesRedTest {
    private static final Duration USUAL = RpcProbe.limit;

    private static final class Suite extends RpcContract {
        private final RpcBug bug;

        Suite(RpcBug bug) {
            this.bug = bug;
        }

        @Override
        protected RpcService service() {
            return new BrokenRpcService(bug);
        }

        @Override
        protected ClusterSecurity security(String clusterId) {
            return ClusterSecurity.loopback(clusterId, Path.of("unused"));
        }

        @Override
        protected Configuration smallLimits() {
            return Configuration.EMPTY;
        }
    }

    /** What a bug keeps from coming is not waited for long. */
    @BeforeEach
    void waitBriefly() {
        RpcProbe.limit = Duration.ofSeconds(1);
    }

    @AfterEach
    void waitAsUsual() {
        RpcProbe.limit = USUAL;
    }

    @ParameterizedTest
    @EnumSource(value = RpcBug.class, mode = EnumSource.Mode.EXCLUDE, names = "NONE")
    void aPlantedBugIsFound(RpcBug bug) throws Exception {
        boolean found = false;
        for (Method test : tests()) {
            found = found || fails(test, bug);
        }
        assertThat(found).as("a test finds " + bug).isTrue();
    }

    @Test
    void withoutABugAllPass() throws Exception {
        waitAsUsual();
        List<String> failed = new ArrayList<>();
        for (Method test : tests()) {
            if (fails(test, RpcBug.NONE)) {
                failed.add(test.getName());
            }
        }
        assertThat(failed).isEmpty();
    }

    private static List<Method> tests() {
        List<Method> tests = new ArrayList<>();
        for (Class<?> part = RpcContract.class; part != RpcScenario.class; part = part.getSuperclass()) {
            for (Method test : part.getDeclaredMethods()) {
                if (test.isAnnotationPresent(Test.class)) {
                    tests.add(test);
                }
            }
        }
        tests.sort(Comparator.comparing(Method::getName));
        return tests;
    }

    private static boolean fails(Method test, RpcBug bug) throws IllegalAccessException, InterruptedException {
        Suite suite = new Suite(bug);
        boolean failed = false;
        try {
            test.setAccessible(true);
            test.invoke(suite);
        } catch (InvocationTargetException e) {
            failed = true;
        }
        try {
            suite.closeNodes();
        } catch (AssertionError e) {
            failed = true;
        }
        return failed;
    }
}
