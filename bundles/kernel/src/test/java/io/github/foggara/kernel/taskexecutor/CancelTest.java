package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.FlatMapSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CancelTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final CountDownLatch reached = new CountDownLatch(1);
    private final CountDownLatch blocker = new CountDownLatch(1);

    @AfterEach
    void closeRuntime() {
        blocker.countDown();
        runtime.close();
    }

    private JobGraph endless(OperatorSpec operator) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(-1, 1)))
                .then("op", operator)
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
    }

    private MapSpec map(MapFunction<Long, Object> function) {
        return new MapSpec(function);
    }

    private TaskHarness harness(Supplier<JobGraph> graph) {
        TaskHarness harness = new TaskHarness(runtime, graph);
        harness.configuration =
                new Configuration(Map.of("task.cancellation.interval", "20 ms", "task.cancellation.timeout", "5 s"));
        return harness;
    }

    private void cancelWhenReached(TaskHarness harness) throws Exception {
        harness.deploy();
        reached.await();
        harness.cancelAll();
        harness.await();
        assertThat(harness.outcomes.values()).hasOnlyElementsOfType(TaskReport.Canceled.class);
        assertThat(harness.shuffle.openPartitions).isZero();
        assertThat(harness.shuffle.openGates).isZero();
        harness.release();
    }

    @Test
    void whileRecordsFlow() throws Exception {
        try (TaskHarness harness = harness(() -> endless(map(n -> {
            if (n == 10_000) {
                reached.countDown();
            }
            return n;
        })))) {
            cancelWhenReached(harness);
        }
    }

    @Test
    void whileTheProgramBuildsItsGraph() throws Exception {
        Thread test = Thread.currentThread();
        try (TaskHarness harness = harness(() -> {
            if (Thread.currentThread() != test) {
                block();
            }
            return endless(map(n -> n));
        })) {
            cancelWhenReached(harness);
        }
    }

    /** Signals, then waits until interrupted. */
    private void block() {
        reached.countDown();
        try {
            blocker.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException("interrupted", e);
        }
    }

    @Test
    void whileAFunctionOpens() throws Exception {
        try (TaskHarness harness = harness(() -> endless(map(new MapFunction<>() {
            @Override
            public void open(RuntimeContext context) {
                block();
            }

            @Override
            public Object map(Long n) {
                return n;
            }
        })))) {
            cancelWhenReached(harness);
        }
    }

    @Test
    void whileUserCodeWaits() throws Exception {
        try (TaskHarness harness = harness(() -> endless(map(n -> {
            block();
            return n;
        })))) {
            cancelWhenReached(harness);
        }
    }

    @Test
    void whileUserCodeEmitsWithoutEndIntoAFullOutput() throws Exception {
        QueueShuffle shuffle = new QueueShuffle(4, 16);
        JobGraph graph = endless(new FlatMapSpec((Long n, Collector<Long> c) -> {
            for (long i = 0; ; i++) {
                c.collect(i);
                if (i == 10) {
                    reached.countDown();
                }
            }
        }));
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph, shuffle)) {
            harness.plan = Plan.of(graph);
            harness.deployOnly(0);
            reached.await();
            harness.cancelAll();
            while (harness.outcomes.isEmpty()) {
                harness.next();
            }
            assertThat(harness.outcome(0, 0)).isInstanceOf(TaskReport.Canceled.class);
            assertThat(shuffle.mostQueued).isEqualTo(16);
        }
    }

    @Test
    void whileItWaitsForRoom() throws Exception {
        QueueShuffle shuffle = new QueueShuffle(4, 16);
        try (TaskHarness harness = new TaskHarness(runtime, () -> endless(map(n -> n)), shuffle)) {
            harness.plan = Plan.of(endless(map(n -> n)));
            harness.deployOnly(0);
            harness.awaitRunning(0);
            harness.cancelAll();
            while (harness.outcomes.isEmpty()) {
                harness.next();
            }
            assertThat(harness.outcome(0, 0)).isInstanceOf(TaskReport.Canceled.class);
            assertThat(shuffle.mostQueued).isLessThanOrEqualTo(4);
        }
    }

    @Test
    void whileItWaitsForConsumers() throws Exception {
        JobGraph graph = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(3, 1)))
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
        try (TaskHarness harness = harness(() -> graph)) {
            harness.plan = Plan.of(graph);
            harness.deployOnly(0);
            while (harness.executor.stateOf(harness.plan.attempt(0, 0)) != TaskState.WAITING) {
                Thread.onSpinWait();
            }
            harness.cancelAll();
            while (harness.outcomes.isEmpty()) {
                harness.next();
            }
            assertThat(harness.outcome(0, 0)).isInstanceOf(TaskReport.Canceled.class);
        }
    }

    /** Does not even end when it is interrupted. */
    private JobGraph stubborn() {
        return endless(map(n -> {
            reached.countDown();
            boolean done = false;
            while (!done) {
                try {
                    blocker.await();
                    done = true;
                } catch (InterruptedException e) {
                    // As stubborn code does.
                }
            }
            return n;
        }));
    }

    private void awaitQuarantine(TaskHarness harness) throws Exception {
        harness.configuration =
                new Configuration(Map.of("task.cancellation.interval", "20 ms", "task.cancellation.timeout", "100 ms"));
        harness.deploy();
        reached.await();
        harness.cancelAll();
        harness.await();
    }

    @Test
    void codeThatNeverReturnsIsQuarantinedAndTheJobGoesOn() throws Exception {
        try (TaskHarness harness = harness(this::stubborn)) {
            awaitQuarantine(harness);
            TaskReport.Quarantined stuck = (TaskReport.Quarantined) harness.outcome(0, 0);
            assertThat(stuck.thread()).isEqualTo("test-job/numbers->op (1/1)#0");
            assertThat(stuck.stack()).contains("CountDownLatch.await");
            assertThat(harness.executor.health())
                    .singleElement()
                    .asString()
                    .contains(stuck.thread())
                    .contains("CancelTest");
            harness.release();

            blocker.countDown();
            while (!harness.executor.health().isEmpty()) {
                Thread.onSpinWait();
            }
        }
    }

    /** Who let go before would wait in vain until nobody runs its code. */
    @Test
    void theBundlesOfAJobAreLetGoWhenItsLastTaskHasReturned() throws Exception {
        FakeSupply supply = new FakeSupply();
        Reach reach = new Reach(Optional::empty, Duration.ZERO, supply, false);
        try (TaskHarness harness = new TaskHarness(runtime, this::stubborn, new QueueShuffle(64, 256), reach)) {
            awaitQuarantine(harness);
            harness.release();
            assertThat(supply.released).isEmpty();
            blocker.countDown();
            assertThat(supply.released.poll(20, TimeUnit.SECONDS)).isEqualTo(harness.plan.job());
        }
    }

    @Test
    void anUnknownAttemptIsIgnored() throws Exception {
        try (TaskHarness harness = harness(() -> endless(map(n -> n)))) {
            harness.plan = Plan.of(endless(map(n -> n)));
            harness.cancelAll();
            harness.release();
            assertThat(harness.outcomes).isEmpty();
        }
    }
}
