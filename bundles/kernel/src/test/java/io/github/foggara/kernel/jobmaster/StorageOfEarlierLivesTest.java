package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a life began on the storage of checkpoints outlives it; the next one does not look at the storage before that has ended. */
@Timeout(60)
class StorageOfEarlierLivesTest {
    private final CheckpointRun checkpointed = new CheckpointRun();

    @AfterEach
    void close() {
        checkpointed.bench.close();
    }

    @Test
    void whatIsPublishedLateIsFoundAndForgottenByTheNextLife() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        checkpointed.storage.beforeComplete = () -> {
            storing.countDown();
            await(slow);
        };
        checkpointed.acknowledged(tasks, "rest", "part");
        await(storing);
        checkpointed.run.master.shutdown(true);
        assertThat(take(checkpointed.answers)).startsWith("failed: ");
        checkpointed.bench.awaitThreads();
        checkpointed.run.start();
        assertThat(checkpointed.told(report -> !report.health().isEmpty()).health())
                .anyMatch(line -> line.contains("waits until what an earlier life of it began"));
        assertThat(checkpointed.executor().deployed).isEmpty();
        checkpointed.storage.beforeComplete = () -> {};
        slow.countDown();
        List<TaskDeployment> again = checkpointed.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isZero();
        assertThat(checkpointed.storage.ids()).isEmpty();
        assertThat(checkpointed.told(report -> report.health().isEmpty()).health())
                .isEmpty();
        checkpointed.complete(again, "rest", "part");
        assertThat(checkpointed.storage.ids()).containsExactly(2L);
    }

    @Test
    void aJobThatWaitsCanBeCancelled() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch slow = new CountDownLatch(1);
        checkpointed.storage.beforeComplete = () -> {
            storing.countDown();
            await(slow);
        };
        checkpointed.acknowledged(tasks, "rest", "part");
        await(storing);
        checkpointed.run.master.shutdown(true);
        checkpointed.bench.awaitThreads();
        checkpointed.run.start();
        checkpointed.told(report -> !report.health().isEmpty());
        checkpointed.run.master.cancel();
        assertThat(checkpointed.run.end().health()).isEmpty();
        slow.countDown();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
