package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** An attempt is here before its program, and is told things meanwhile. */
@Timeout(60)
class ProgramWaitTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final CommitSink sink = new CommitSink();
    private CheckpointedRun run;
    private ExecutionAttemptId source;

    /** Its only task waits for the program. */
    private void deploy(Duration limit) {
        deploy(limit, CodeSupply.NONE, false);
    }

    private void deploy(Duration limit, CodeSupply supply, boolean installed) {
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256),
                new Reach(Optional::empty, limit, supply, true));
        run.harness.programs.installed(installed);
        run.harness.deploy();
        source = run.harness.plan.attempt(0, 0);
    }

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
    }

    /** Everything ordered so far has reached the task. */
    private void awaitOrders() throws InterruptedException {
        CountDownLatch passed = new CountDownLatch(1);
        run.harness.executor.owner().execute(passed::countDown);
        passed.await();
    }

    /** The first look may have begun before; before the second one the task has seen all that it was told. */
    private void awaitTwoLooks() throws InterruptedException {
        run.harness.programs.awaitVainLook();
        run.harness.programs.awaitVainLook();
    }

    @Test
    void whatItIsToldWhileItWaitsIsHeededWhenItRuns() throws Exception {
        deploy(Duration.ofHours(1));
        run.harness.programs.awaitListener();
        HandFedSource.feed(run.harness, source, 0, 10);
        run.trigger(1, 0);
        run.complete(1);
        run.abort(1);
        awaitOrders();
        awaitTwoLooks();
        assertThat(run.harness.executor.stateOf(source)).isEqualTo(TaskState.DEPLOYING);
        run.harness.programs.installed(true);
        assertThat(run.snapshot(1, 0, 0).operators()).containsKey("numbers");
        HandFedSource.end(run.harness, source);
        run.harness.await();
        assertThat(run.harness.outcome(0, 0)).isInstanceOf(TaskReport.Finished.class);
        assertThat(sink.written(source)).isEqualTo(List.of(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L, 8L, 9L));
        run.harness.release();
    }

    @Test
    void aCancelEndsTheWait() throws Exception {
        deploy(Duration.ofHours(1));
        run.harness.programs.awaitListener();
        HandFedSource.feed(run.harness, source, 0, 10);
        run.harness.cancelAll();
        run.harness.await();
        assertThat(run.harness.outcome(0, 0)).isEqualTo(new TaskReport.Canceled());
        run.harness.release();
    }

    /** As while a plugin is replaced, of which no program tells. */
    @Test
    void aWiringThatIsRightInTimeIsTaken() throws Exception {
        FakeSupply supply = new FakeSupply();
        supply.difference = Optional.of("It is wired otherwise");
        deploy(Duration.ofHours(1), supply, true);
        supply.told.await();
        supply.difference = Optional.empty();
        HandFedSource.feed(run.harness, source, 0, 3);
        HandFedSource.end(run.harness, source);
        run.harness.await();
        assertThat(run.harness.outcome(0, 0)).isInstanceOf(TaskReport.Finished.class);
        run.harness.release();
    }

    @Test
    void anotherWiringIsRefusedAtTheLimit() throws Exception {
        FakeSupply supply = new FakeSupply();
        supply.difference = Optional.of("It is wired otherwise");
        deploy(Duration.ofMillis(20), supply, true);
        run.harness.await();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(0, 0);
        assertThat(failed.trace()).contains("is refused here. It is wired otherwise");
        run.harness.release();
    }

    @Test
    void aCancelEndsTheWaitForAnotherWiring() throws Exception {
        FakeSupply supply = new FakeSupply();
        supply.difference = Optional.of("It is wired otherwise");
        deploy(Duration.ofHours(1), supply, true);
        supply.told.await();
        run.harness.cancelAll();
        run.harness.await();
        assertThat(run.harness.outcome(0, 0)).isEqualTo(new TaskReport.Canceled());
        run.harness.release();
    }

    @Test
    void theWaitHasALimit() throws Exception {
        deploy(Duration.ofMillis(20));
        HandFedSource.feed(run.harness, source, 0, 10);
        run.harness.await();
        TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(0, 0);
        assertThat(failed.trace()).contains("is not installed here", "did not come within 20 ms");
        run.harness.release();
    }
}
