package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.rpc.ContainerId;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.fixture.ManualRuntime;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.runtime.OwnerThread;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A disk that fails keeps no TaskManager from being registered, and is tried again. */
@Timeout(60)
class RememberedTest {
    private static final Duration RETRY = Duration.ofSeconds(1);
    private static final ContainerId ONE = new ContainerId(0, 1);
    private static final ContainerId TWO = new ContainerId(0, 2);

    private interface Step {
        void run() throws IOException;
    }

    private static final Step WELL = () -> {};

    /** Writes that were tried, also in vain. */
    private final BlockingQueue<Set<ContainerId>> writes = new LinkedBlockingQueue<>();

    private final BlockingQueue<ContainerId> told = new LinkedBlockingQueue<>();
    private final ManualRuntime runtime = new ManualRuntime();
    private final OwnerThread thread = new OwnerThread(runtime, "test-cluster", null, t -> {});
    private volatile Step disk = WELL;
    private volatile Step pool = WELL;
    private final Roster roster = new Roster() {
        @Override
        public Set<ContainerId> read() {
            return Set.of();
        }

        @Override
        public void write(Set<ContainerId> ids) throws IOException {
            writes.add(ids);
            disk.run();
        }
    };
    private final Remembered remembered = new Remembered(thread, new Pool(), roster);

    @BeforeEach
    void start() {
        thread.start();
    }

    @AfterEach
    void close() {
        thread.stop();
        runtime.close();
    }

    private void add(ContainerId id) throws InterruptedException {
        thread.execute(() -> remembered.add(id, () -> told.add(id)));
        assertThat(FakeExecutor.take(told)).isEqualTo(id);
    }

    private void triedAgain() throws InterruptedException {
        runtime.awaitExactly(RETRY);
        assertThat(writes).isEmpty();
        runtime.advance(RETRY);
    }

    @Test
    void whatCouldNotBeWrittenIsWrittenLater() throws Exception {
        disk = () -> {
            throw new IOException("no space");
        };
        add(ONE);
        assertThat(FakeExecutor.take(writes)).containsExactly(ONE);
        triedAgain();
        assertThat(FakeExecutor.take(writes)).containsExactly(ONE);
        runtime.awaitExactly(RETRY);
        disk = WELL;
        triedAgain();
        assertThat(FakeExecutor.take(writes)).containsExactly(ONE);
        add(ONE);
        assertThat(runtime.timers()).isZero();
    }

    @Test
    void anErrorOfTheDiskOrOfThePoolKeepsNobodyWaiting() throws Exception {
        disk = () -> {
            throw new StackOverflowError();
        };
        add(ONE);
        assertThat(FakeExecutor.take(writes)).containsExactly(ONE);
        disk = WELL;
        pool = () -> {
            throw new IllegalStateException("no thread");
        };
        add(TWO);
        pool = WELL;
        triedAgain();
        assertThat(FakeExecutor.take(writes)).containsExactlyInAnyOrder(ONE, TWO);
    }

    /** As the manual runtime, but may refuse work. */
    private final class Pool extends RuntimeAround {
        Pool() {
            super(runtime);
        }

        @Override
        public void executeBlocking(Runnable action) {
            try {
                pool.run();
            } catch (IOException impossible) {
                throw new AssertionError(impossible);
            }
            super.executeBlocking(action);
        }
    }
}
