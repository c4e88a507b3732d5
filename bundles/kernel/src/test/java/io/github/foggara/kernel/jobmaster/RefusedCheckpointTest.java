package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.kernel.gateway.TaskDeployment;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A coordinator that completes what it should have given up hears that it is not recorded. */
@Timeout(60)
class RefusedCheckpointTest {
    private final CheckpointRun checkpointed = new CheckpointRun();

    @AfterEach
    void close() {
        checkpointed.bench.close();
    }

    @Test
    void whatIsCompleteAfterItsTasksRestartedIsRefusedAndTheNextOneIsTaken() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        CountDownLatch storing = new CountDownLatch(1);
        CountDownLatch restarted = new CountDownLatch(1);
        checkpointed.plugin.hearsFences = false;
        checkpointed.storage.beforeComplete = () -> {
            storing.countDown();
            await(restarted);
        };
        checkpointed.acknowledged(tasks, "rest", "part");
        await(storing);
        checkpointed.executor().fail(tasks.get(1), new IllegalStateException("boom"));
        checkpointed.bench.runtime.awaitExactly(CheckpointRun.DELAY);
        checkpointed.storage.beforeComplete = () -> {};
        restarted.countDown();
        assertThat(take(checkpointed.answers)).startsWith("failed: ").contains("tasks restarted");
        checkpointed.awaitCheckpoints();
        checkpointed.bench.runtime.advance(CheckpointRun.DELAY);
        List<TaskDeployment> again = checkpointed.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isZero();
        checkpointed.complete(again, "rest", "part");
        assertThat(checkpointed.storage.ids()).containsExactly(2L);
        assertThat(checkpointed.bench.sink.calls).contains("commit 2 [part]").doesNotContain("commit 1 [part]");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
