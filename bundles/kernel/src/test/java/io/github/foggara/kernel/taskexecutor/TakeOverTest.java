package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JobMaster takes over from a former one, which does not know it yet. */
@Timeout(60)
class TakeOverTest {
    /** What a JobMaster is told, in order: a list of attempts, a message, or "released"; and who wanted splits. */
    private static final class Master implements JobMasterGateway {
        final BlockingQueue<Object> heard = new LinkedBlockingQueue<>();
        final BlockingQueue<ExecutionAttemptId> splits = new LinkedBlockingQueue<>();

        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            if (!(report instanceof TaskReport.Progress)) {
                heard.add(new TaskHarness.Message(attempt, report));
            }
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {
            splits.add(attempt);
        }

        @Override
        public void attempts(List<ExecutionAttemptId> running) {
            heard.add(running);
        }

        @Override
        public void released() {
            heard.add("released");
        }

        Object next() throws InterruptedException {
            Object next = heard.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("nothing was said").isNotNull();
            return next;
        }
    }

    private final JvmRuntime runtime = new JvmRuntime();
    private final CountDownLatch stuck = new CountDownLatch(1);
    private final CountDownLatch reached = new CountDownLatch(1);
    private final Master second = new Master();
    private volatile boolean hangs;
    private TaskHarness harness;
    private ExecutionAttemptId source;
    private ExecutionAttemptId sink;

    @BeforeEach
    void begin() throws Exception {
        harness = new TaskHarness(runtime, this::graph);
    }

    @AfterEach
    void end() throws Exception {
        stuck.countDown();
        harness.close();
        runtime.close();
    }

    private JobGraph graph() {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(-1, 1)))
                .then("op", new MapSpec((Long n) -> {
                    if (hangs) {
                        reached.countDown();
                        awaitStubbornly();
                    }
                    return n;
                }))
                .to(
                        "out",
                        1,
                        new Partitioning.Rebalance(),
                        new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    private void awaitStubbornly() {
        while (stuck.getCount() > 0) {
            try {
                stuck.await();
            } catch (InterruptedException e) {
                // As stubborn code does.
            }
        }
    }

    private void running() throws Exception {
        harness.deploy();
        source = harness.plan.attempt(0, 0);
        sink = harness.plan.attempt(1, 0);
        int open = 0;
        while (open < 2) {
            open += harness.next().report() instanceof TaskReport.Running ? 1 : 0;
        }
    }

    private static TaskHarness.Message message(ExecutionAttemptId attempt, TaskReport report) {
        return new TaskHarness.Message(attempt, report);
    }

    /** The former one has given out its last split: each order that follows is the test's own. */
    private void takeOver(long epoch) throws Exception {
        harness.giveOutNothingMore();
        harness.executor.takeOver(harness.plan.job(), epoch, second);
        assertThat(second.next()).isEqualTo(List.of(sink, source));
        assertThat(second.next()).isEqualTo(message(sink, new TaskReport.Running()));
        assertThat(second.next()).isEqualTo(message(source, new TaskReport.Running()));
    }

    @Test
    void theNewOneIsToldWhatRunsAndEverythingAfter() throws Exception {
        running();
        takeOver(2);
        harness.executor.cancel(source, 2);
        harness.executor.cancel(sink, 2);
        assertThat(List.of(second.next(), second.next()))
                .containsExactlyInAnyOrder(
                        message(source, new TaskReport.Canceled()), message(sink, new TaskReport.Canceled()));
        harness.executor.releaseJob(harness.plan.job(), 2, second);
        assertThat(second.next()).isEqualTo("released");
        assertThat(harness.outcomes).isEmpty();
        assertThat(harness.executor.fenced()).isZero();
        assertThat(harness.shuffle.openEnvironments).isZero();
    }

    @Test
    void anAttemptThatIsBeingCancelledStillRuns() throws Exception {
        running();
        hangs = true;
        reached.await();
        harness.executor.cancel(source, 1);
        takeOver(2);
        stuck.countDown();
        assertThat(second.next()).isEqualTo(message(source, new TaskReport.Canceled()));
    }

    @Test
    void noOrderOfTheFormerOneCounts() throws Exception {
        running();
        takeOver(2);
        Master first = new Master();
        harness.executor.cancel(source, 1);
        harness.executor.addSplits(source, 1, List.of(), true);
        harness.executor.releasePartitions(harness.plan.job(), 1, List.of(new ResultPartitionId(source, 0)));
        harness.executor.releaseJob(harness.plan.job(), 1, first);
        harness.executor.takeOver(harness.plan.job(), 1, first);
        harness.plan.restart(0, 0);
        harness.deployOne(0, 0, first);
        takeOver(2);
        assertThat(harness.executor.fenced()).isEqualTo(6);
        assertThat(first.heard).isEmpty();
        assertThat(harness.executor.stateOf(source)).isEqualTo(TaskState.RUNNING);
        assertThat(harness.executor.stateOf(harness.plan.attempt(0, 0))).isNull();
        assertThat(harness.shuffle.known()).isEqualTo(1);
    }

    @Test
    void aReleaseThatTheFormerOneWaitsForIsVoid() throws Exception {
        running();
        Master first = new Master();
        harness.executor.releaseJob(harness.plan.job(), 1, first);
        takeOver(2);
        harness.executor.cancel(source, 2);
        harness.executor.cancel(sink, 2);
        second.next();
        second.next();
        harness.executor.takeOver(harness.plan.job(), 2, second);
        assertThat(second.next()).isEqualTo(List.of());
        assertThat(harness.shuffle.openEnvironments).isOne();
        assertThat(first.heard).isEmpty();
        harness.executor.releaseJob(harness.plan.job(), 2, second);
        assertThat(second.next()).isEqualTo("released");
    }

    @Test
    void ofAJobThatIsNotHereTheEpochIsRememberedAllTheSame() throws Exception {
        harness.plan = Plan.of(graph());
        Master first = new Master();
        harness.executor.takeOver(harness.plan.job(), 3, second);
        assertThat(second.next()).isEqualTo(List.of());
        harness.epoch = 2;
        harness.deployOne(0, 0, first);
        harness.executor.releaseJob(harness.plan.job(), 3, second);
        assertThat(second.next()).isEqualTo("released");
        harness.deployOne(0, 0, first);
        harness.executor.takeOver(harness.plan.job(), 3, second);
        assertThat(second.next()).isEqualTo(List.of());
        assertThat(harness.executor.fenced()).isEqualTo(2);
        assertThat(first.heard).isEmpty();
        harness.epoch = 3;
        harness.deployOne(0, 0, second);
        assertThat(second.splits.poll(20, TimeUnit.SECONDS)).isEqualTo(harness.plan.attempt(0, 0));
    }

    @Test
    void anOrderOfAHigherEpochFencesTheFormerOneToo() throws Exception {
        running();
        harness.epoch = 2;
        harness.plan.restart(1, 0);
        harness.deployOne(1, 0, second);
        assertThat(second.next()).isEqualTo(message(harness.plan.attempt(1, 0), new TaskReport.Running()));
        harness.executor.cancel(source, 1);
        harness.executor.takeOver(harness.plan.job(), 2, second);
        second.next();
        assertThat(harness.executor.fenced()).isEqualTo(1);
        assertThat(harness.executor.stateOf(source)).isEqualTo(TaskState.RUNNING);
    }
}
