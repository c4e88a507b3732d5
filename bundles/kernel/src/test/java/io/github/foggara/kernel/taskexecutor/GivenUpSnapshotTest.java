package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.gateway.TaskReport;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Snapshots that are given up before their writing begins, or when it has just ended. */
@Timeout(60)
class GivenUpSnapshotTest {
    private static final KeySelector<Long, Long> KEY = number -> number % 3;

    private final BlockingQueue<Runnable> queued = new LinkedBlockingQueue<>();
    private volatile boolean ioIsBusy;
    private final RuntimeAround runtime = new RuntimeAround() {
        @Override
        public void executeBlocking(Runnable action) {
            if (ioIsBusy && action instanceof AsyncSnapshot) {
                queued.add(action);
            } else {
                super.executeBlocking(action);
            }
        }
    };
    private CheckpointedRun run;

    @BeforeEach
    void counting() throws Exception {
        CommitSink sink = new CommitSink();
        run = new CheckpointedRun(
                runtime,
                () -> Pipeline.from("numbers", 1, new SourceSpec(new HandFedSource()))
                        .to("count", 1, new Partitioning.Hash(KEY), new KeyedProcessSpec(KEY, new CountPerKey()))
                        .then("out", new SinkSpec(sink))
                        .build(),
                new QueueShuffle(64, 256));
        run.harness.deploy();
        run.awaitAllRunning();
    }

    @AfterEach
    void close() throws Exception {
        run.close();
        runtime.close();
    }

    private HeldWriting holdWhatIsForced() {
        HeldWriting held = new HeldWriting(1);
        run.checkpoints.afterForce = held;
        run.trigger(1, 0);
        held.awaitReached();
        return held;
    }

    private Runnable queuedByTrigger() throws Exception {
        ioIsBusy = true;
        run.trigger(1, 0);
        Runnable part = queued.poll(20, TimeUnit.SECONDS);
        assertThat(part).isNotNull();
        ioIsBusy = false;
        return part;
    }

    private void endInput() {
        HandFedSource.end(run.harness, run.harness.plan.attempt(0, 0));
    }

    private void release() throws Exception {
        run.harness.release();
        assertThat(run.harness.failures()).isEmpty();
        run.checkNothingIsOpen();
    }

    /** Else nobody would delete it. */
    @Test
    void aFileThatIsThereWhenItsCheckpointIsGivenUpIsTold() throws Exception {
        HeldWriting held = holdWhatIsForced();
        run.abort(1);
        run.trigger(2, 0);
        run.snapshot(2, 1, 0);
        held.goOn();
        assertThat(run.snapshot(1, 1, 0).operators()).containsKey("count");
        endInput();
        run.harness.await();
        release();
    }

    @Test
    void aFileThatIsThereWhenItsTaskIsCanceledIsTold() throws Exception {
        HeldWriting held = holdWhatIsForced();
        run.harness.cancelAll();
        run.harness.await(run.harness.plan.attempt(0, 0));
        held.goOn();
        run.harness.await();
        assertThat(run.harness.answers.get(1L).get(run.harness.plan.attempt(1, 0)))
                .isInstanceOf(TaskReport.Acknowledged.class);
        release();
    }

    @Test
    void aTaskEndsThoughTheWritingOfWhatIsGivenUpHasNotBegun() throws Exception {
        Runnable part = queuedByTrigger();
        run.abort(1);
        endInput();
        run.harness.await();
        release();
        part.run();
        assertThat(run.checkpoints.files).isEmpty();
        run.checkNothingIsOpen();
    }

    @Test
    void aTaskIsCanceledThoughItsWritingHasNotBegun() throws Exception {
        Runnable part = queuedByTrigger();
        run.harness.cancelAll();
        run.harness.await();
        release();
        part.run();
        assertThat(run.checkpoints.files).isEmpty();
        run.checkNothingIsOpen();
    }
}
