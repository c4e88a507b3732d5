package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.BarrierContext;
import io.github.foggara.api.checkpoint.BarrierHandler;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointService;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The contracts are run on references with a planted bug, and must find it. */
class ContractsGoRedTest {
    private static final class Barriers extends BarrierHandlerContract {
        private final BarrierBug bug;

        Barriers(BarrierBug bug) {
            this.bug = bug;
        }

        @Override
        protected BarrierHandler handler(BarrierContext context) {
            return new BrokenBarrierHandler(bug, context);
        }
    }

    private static final class Coordinators extends CheckpointCoordinatorContract {
        private final CheckpointService service;

        Coordinators(CoordinatorBug bug) {
            this.service = new BrokenCheckpointService(bug, null);
        }

        @Override
        protected CheckpointService service() {
            return service;
        }
    }

    private static final class Storages extends CheckpointStorageContract {
        private final InMemoryCheckpointService service;

        Storages(StorageBug bug) {
            this.service = new BrokenCheckpointService(null, bug);
        }

        @Override
        protected CheckpointService service() {
            return service;
        }

        @Override
        protected void harm(Pointer checkpoint, Harm harm) {
            service.harm(checkpoint, harm);
        }

        @Override
        protected void troubled(boolean now) {
            service.troubled(now);
        }
    }

    @ParameterizedTest
    @EnumSource(BarrierBug.class)
    void aBugOfAHandlerIsFound(BarrierBug bug) throws Exception {
        assertFound(bug, BarrierHandlerContract.class, () -> new Barriers(bug));
    }

    @ParameterizedTest
    @EnumSource(CoordinatorBug.class)
    void aBugOfACoordinatorIsFound(CoordinatorBug bug) throws Exception {
        assertFound(bug, CheckpointCoordinatorContract.class, () -> new Coordinators(bug));
    }

    @ParameterizedTest
    @EnumSource(StorageBug.class)
    void aBugOfAStorageIsFound(StorageBug bug) throws Exception {
        assertFound(bug, CheckpointStorageContract.class, () -> new Storages(bug));
    }

    private static void assertFound(Enum<?> bug, Class<?> contract, Supplier<?> suite) throws Exception {
        Throwable failure = null;
        for (Class<?> part = contract; part != Object.class && failure == null; part = part.getSuperclass()) {
            failure = failure(part, suite);
        }
        assertThat(failure).as("a test that finds " + bug).isNotNull();
    }

    /** Of the first test that fails; null for none. */
    private static Throwable failure(Class<?> contract, Supplier<?> suite) throws Exception {
        for (Method test : contract.getDeclaredMethods()) {
            if (test.isAnnotationPresent(Test.class)) {
                test.setAccessible(true);
                try {
                    test.invoke(suite.get());
                } catch (InvocationTargetException e) {
                    return e.getCause();
                }
            }
        }
        return null;
    }
}
