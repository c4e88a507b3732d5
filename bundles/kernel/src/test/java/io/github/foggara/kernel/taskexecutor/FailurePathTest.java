package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.ProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.RuntimeAround;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskReport;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Failures while a failure is dealt with: exactly one last report, and nothing stays. */
@Timeout(60)
class FailurePathTest {
    private enum Refusal {
        NONE,
        MAKING,
        STARTING
    }

    private volatile Refusal threads = Refusal.NONE;
    private final List<String> log = new CopyOnWriteArrayList<>();

    /** Has no thread for tasks when it is told so. */
    private final RuntimeAround runtime = new RuntimeAround() {
        @Override
        public Thread newThread(String name, ClassLoader loader, Runnable body) {
            boolean refuses = name.startsWith("test-job/") && threads != Refusal.NONE;
            if (refuses && threads == Refusal.MAKING) {
                throw new OutOfMemoryError("no memory for a thread");
            }
            return refuses ? new Unstartable() : super.newThread(name, loader, body);
        }
    };

    private static final class Unstartable extends Thread {
        @Override
        public synchronized void start() {
            throw new OutOfMemoryError("unable to create native thread: possibly out of memory");
        }
    }

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    private JobGraph graph(Set<String> failing) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(100, 1)))
                .then("a", new ProcessSpec(new Calls("a", log, failing)))
                .to(
                        "out",
                        1,
                        new Partitioning.Rebalance(),
                        new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    private static void assertNothingLeft(TaskHarness harness) {
        assertThat(harness.shuffle.openPartitions).isZero();
        assertThat(harness.shuffle.openGates).isZero();
        assertThat(harness.shuffle.openEnvironments).isZero();
        assertThat(harness.shuffle.known()).isZero();
        assertThat(harness.plugins.leases).hasValue(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"MAKING", "STARTING"})
    void aThreadThatCannotBeStartedFailsTheAttemptAndLeavesNothing(String refusal) throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(Set.of()))) {
            threads = Refusal.valueOf(refusal);
            harness.run();
            assertThat(harness.failures()).hasSize(2).allMatch(failed -> failed.kind() == FailureClass.ENVIRONMENT);
            assertThat(harness.failures().get(0).trace()).contains("thread");
            assertThat(harness.executor.stateOf(harness.plan.attempt(0, 0))).isNull();

            threads = Refusal.NONE;
            harness.restart(0);
            assertThat(harness.await(harness.plan.attempt(1, 0))).isInstanceOf(TaskReport.Finished.class);
            assertThat(harness.await(harness.plan.attempt(0, 0))).isInstanceOf(TaskReport.Finished.class);
            harness.release();
            assertNothingLeft(harness);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "close", "close gate", "release", "close environment"})
    void aShuffleThatThrowsDoesNotKeepAFailedTaskFromEnding(String step) throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(Set.of("a.process", "a.close")))) {
            harness.shuffle.broken.add(step);
            harness.cancelsOnFailure = false;
            harness.run();
            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(0, 0);
            assertThat(failed.kind()).isEqualTo(FailureClass.USER_CODE);
            assertThat(failed.trace())
                    .startsWith("java.lang.IllegalStateException: a.process fails")
                    .contains("Suppressed: java.lang.IllegalStateException: a.close fails");
            assertThat(((TaskReport.Failed) harness.outcome(1, 0)).kind()).isEqualTo(FailureClass.PARTITION_LOST);
            harness.release();
            assertNothingLeft(harness);
        }
    }

    /** Passes on what it is told, but throws at certain reports. */
    private record Throwing(JobMasterGateway to, Class<? extends TaskReport> at) implements JobMasterGateway {
        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            if (!at.isInstance(report) || report instanceof TaskReport.Failed) {
                to.report(attempt, report);
            }
            if (at.isInstance(report)) {
                throw new IllegalStateException("the owner does not take " + report);
            }
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {
            to.requestSplit(attempt);
        }

        @Override
        public void attempts(List<ExecutionAttemptId> running) {
            to.attempts(running);
        }

        @Override
        public void released() {
            to.released();
            throw new IllegalStateException("the owner does not take the release");
        }
    }

    @Test
    void aReportThatThrowsFailsTheAttempt() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(Set.of()))) {
            harness.plan = Plan.of(graph(Set.of()));
            harness.deployOne(0, 0, new Throwing(harness, TaskReport.Running.class));
            TaskReport.Failed failed = (TaskReport.Failed) harness.await(harness.plan.attempt(0, 0));
            assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
            assertThat(failed.trace()).contains("the owner does not take Running");
            harness.release();
            assertNothingLeft(harness);
        }
    }

    @Test
    void theLastReportIsSaidOnceAlsoIfItThrows() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(Set.of("a.open")))) {
            harness.plan = Plan.of(graph(Set.of()));
            Throwing owner = new Throwing(harness, TaskReport.Failed.class);
            harness.deployOne(0, 0, owner);
            assertThat(harness.await(harness.plan.attempt(0, 0))).isInstanceOf(TaskReport.Failed.class);
            harness.executor.releaseJob(harness.plan.job(), 1, owner);
            assertThat(harness.next().attempt()).isNull();
            assertNothingLeft(harness);
        }
    }

    /** Its text never comes. */
    private static final class Silent extends RuntimeException {
        private static final long serialVersionUID = 1;
        private final transient CountDownLatch asked;
        private final transient CountDownLatch patience;

        Silent(CountDownLatch asked, CountDownLatch patience) {
            this.asked = asked;
            this.patience = patience;
        }

        @Override
        public String toString() {
            asked.countDown();
            while (patience.getCount() > 0) {
                try {
                    patience.await();
                } catch (InterruptedException e) {
                    // As stubborn code does.
                }
            }
            return "at last";
        }

        @Override
        public void printStackTrace(PrintWriter out) {
            out.print(this);
        }
    }

    @Test
    void anExceptionWhoseTextNeverComesIsQuarantined() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch patience = new CountDownLatch(1);
        JobGraph graph = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(100, 1)))
                .then("silent", new MapSpec((Long n) -> {
                    throw new Silent(asked, patience);
                }))
                .then("out", new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
            harness.configuration = new Configuration(
                    Map.of("task.cancellation.interval", "20 ms", "task.cancellation.timeout", "100 ms"));
            harness.deploy();
            asked.await();
            harness.cancelAll();
            harness.await();
            assertThat(harness.outcome(0, 0)).isInstanceOf(TaskReport.Quarantined.class);
            harness.release();
            patience.countDown();
            while (!harness.executor.health().isEmpty()) {
                Thread.onSpinWait();
            }
            assertNothingLeft(harness);
        } finally {
            patience.countDown();
        }
    }
}
