package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.ProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.FlatMapSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.ProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.service.ServiceNeed;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LifeCycleTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    private JobGraph chain(Set<String> failing) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(100, 1)))
                .then("a", new ProcessSpec(new Calls("a", log, failing)))
                .then("b", new ProcessSpec(new Calls("b", log, failing)))
                .to("c", 1, new Partitioning.Rebalance(), new ProcessSpec(new Calls("c", log, failing)))
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
    }

    @Test
    void opensBackwardFinishesAndClosesForward() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> chain(Set.of()))) {
            harness.runWell();
        }
        assertThat(log.stream().filter(call -> !call.startsWith("c")).toList())
                .containsExactly(
                        "b.open",
                        "a.open",
                        "a.process",
                        "b.process",
                        "a.endInput",
                        "a.finish",
                        "b.endInput",
                        "b.finish",
                        "a.close",
                        "b.close");
        assertThat(log.stream().filter(call -> call.startsWith("c")).toList())
                .containsExactly("c.open", "c.process", "c.endInput", "c.finish", "c.close");
        // A producer closes only when its consumer has processed everything, a consumer after its producer.
        assertThat(log.indexOf("c.process")).isLessThan(log.indexOf("a.close"));
        assertThat(log.indexOf("b.close")).isLessThan(log.indexOf("c.close"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"open", "process", "endInput", "finish", "close"})
    void aFailureInAnyPhaseNamesTheOperatorAndClosesEachOnce(String phase) throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> chain(Set.of("b." + phase)))) {
            harness.run();

            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(0, 0);
            assertThat(failed.operator()).isEqualTo("b");
            assertThat(failed.kind()).isEqualTo(FailureClass.USER_CODE);
            assertThat(failed.trace()).startsWith("java.lang.IllegalStateException: b." + phase + " fails");
            assertThat(Collections.frequency(log, "b.close")).isOne();
            assertThat(Collections.frequency(log, "a.close")).isEqualTo(phase.equals("open") ? 0 : 1);
            assertThat(harness.shuffle.openPartitions).isZero();
            assertThat(harness.shuffle.openGates).isZero();
        }
    }

    @Test
    void laterFailuresAreSuppressedInTheFirst() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> chain(Set.of("b.process", "a.close", "b.close")))) {
            harness.run();

            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(0, 0);
            assertThat(failed.trace())
                    .startsWith("java.lang.IllegalStateException: b.process fails")
                    .containsSubsequence(
                            "Suppressed: java.lang.IllegalStateException: a.close fails",
                            "Suppressed: java.lang.IllegalStateException: b.close fails");
        }
    }

    @Test
    void aConsumerThatLosesItsProducerDoesNotBlameUserCode() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> chain(Set.of("b.finish")))) {
            harness.cancelsOnFailure = false;
            harness.run();

            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(1, 0);
            assertThat(failed.kind()).isEqualTo(FailureClass.PARTITION_LOST);
            assertThat(failed.partition()).isEqualTo(new ResultPartitionId(harness.plan.attempt(0, 0), 0));
            assertThat(failed.trace()).contains("b.finish fails");
        }
    }

    private TaskReport.Failed failureOf(Pipeline pipeline) throws Exception {
        JobGraph graph =
                pipeline.then("out", new SinkSpec(new CollectSink(out))).build();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
            harness.run();
            return (TaskReport.Failed) harness.outcome(0, 0);
        }
    }

    private static Pipeline numbers() {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(100, 1)));
    }

    @Test
    void aFailureThatUserCodeSwallowsStillFailsTheTask() throws Exception {
        TaskReport.Failed failed = failureOf(numbers()
                .then("swallows", new FlatMapSpec((Long n, Collector<Long> c) -> {
                    try {
                        c.collect(n);
                    } catch (Throwable t) {
                        log.add("swallowed");
                    }
                }))
                .then("throws", new MapSpec((Long n) -> {
                    throw new IllegalArgumentException("bad " + n);
                })));
        assertThat(failed.operator()).isEqualTo("throws");
        assertThat(failed.trace()).contains("IllegalArgumentException: bad 0");
        assertThat(log).contains("swallowed");
    }

    @Test
    void anExceptionThatCannotBeShownStillClosesEverything() throws Exception {
        JobGraph graph = numbers()
                .then("hostile", new MapSpec((Long n) -> {
                    throw new RuntimeException() {
                        @Override
                        public String toString() {
                            throw new IllegalStateException("no text");
                        }
                    };
                }))
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
            harness.run();
            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(0, 0);
            assertThat(failed.operator()).isEqualTo("hostile");
            assertThat(failed.trace()).contains("cannot be shown", "LifeCycleTest");
            assertThat(harness.shuffle.openPartitions).isZero();
            assertThat(harness.shuffle.openGates).isZero();
        }
    }

    private static long endless(long n) {
        return endless(n + 1) + 1;
    }

    @Test
    void errorsOfUserCodeFailOnlyTheTask() throws Exception {
        TaskReport.Failed overflow = failureOf(numbers().then("deep", new MapSpec((Long n) -> endless(n))));
        assertThat(overflow.trace()).startsWith("java.lang.StackOverflowError");
        assertThat(overflow.kind()).isEqualTo(FailureClass.USER_CODE);
        TaskReport.Failed memory = failureOf(numbers().then("big", new MapSpec((Long n) -> {
            throw new OutOfMemoryError("as if");
        })));
        assertThat(memory.trace()).startsWith("java.lang.OutOfMemoryError: as if");
        assertThat(memory.kind()).isEqualTo(FailureClass.ENVIRONMENT);
        assertThat(memory.operator()).isEqualTo("big");
    }

    @Test
    void aMapThatReturnsNullIsToldWhatToDo() throws Exception {
        TaskReport.Failed failed = failureOf(numbers().then("nothing", new MapSpec((Long n) -> null)));
        assertThat(failed.trace()).contains("operator 'nothing' returned null");
    }

    @Test
    void emittingInCloseIsRefused() throws Exception {
        TaskReport.Failed failed =
                failureOf(numbers().then("late", new ProcessSpec(new ProcessFunction<Object, Object>() {
                    private Collector<Object> kept;

                    @Override
                    public void process(Object record, Collector<Object> collector) {
                        kept = collector;
                    }

                    @Override
                    public void close() {
                        kept.collect(1L);
                    }
                })));
        assertThat(failed.trace()).contains("after finish");
        assertThat(out).isEmpty();
    }

    /** Looks a service up in open, or too late. */
    private static final class Asking implements MapFunction<Long, Object> {
        private static final long serialVersionUID = 1L;
        private final boolean late;
        private transient RuntimeContext context;
        private transient Runnable service;

        Asking(boolean late) {
            this.late = late;
        }

        @Override
        public void open(RuntimeContext opened) {
            context = opened;
            service = opened.service(Runnable.class, "(x=1)");
        }

        @Override
        public Object map(Long n) {
            if (late) {
                context.service(Runnable.class, "(x=1)");
            }
            service.run();
            Thread thread = Thread.currentThread();
            return thread.getName() + "|" + thread.getContextClassLoader();
        }
    }

    @Test
    void servicesAreHeldFromOpenToClose() throws Exception {
        for (boolean late : new boolean[] {false, true}) {
            JobGraph graph = numbers()
                    .then("asks", new MapSpec(new Asking(late)))
                    .then("out", new SinkSpec(new CollectSink(out)))
                    .build();
            try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
                harness.plugins.add(Runnable.class, "(x=1)", () -> log.add("used " + harness.plugins.leases));
                harness.run().release();
                assertThat(harness.plugins.leases).hasValue(0);
                if (late) {
                    assertThat(harness.failures().get(0).trace()).contains("outside open");
                } else {
                    assertThat(log).contains("used 2");
                    assertThat(out.peek())
                            .isEqualTo("test-job/numbers->asks->out (1/1)#0|"
                                    + getClass().getClassLoader());
                }
            }
        }
    }

    @Test
    void aMissingServiceIsNamed() throws Exception {
        TaskReport.Failed failed = failureOf(numbers().then("asks", new MapSpec(new Asking(false))));
        assertThat(failed.operator()).isEqualTo("asks");
        assertThat(failed.trace()).contains("java.lang.Runnable", "(x=1)");
        assertThat(failed.lacks()).isEqualTo(new ServiceNeed("java.lang.Runnable", "(x=1)"));
    }

    @Test
    void readersOfATaskThatLacksAServiceSeeNoFailure() throws Exception {
        JobGraph graph = numbers()
                .then("asks", new MapSpec(new Asking(false)))
                .to("out", 2, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)))
                .build();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph)) {
            harness.cancelsOnFailure = false;
            harness.deploy();
            while (harness.outcomes.isEmpty()) {
                harness.next();
            }
            harness.cancelAll();
            harness.await().release();
            assertThat(harness.failures()).hasSize(1);
            assertThat(harness.outcome(1, 0)).isInstanceOf(TaskReport.Canceled.class);
        }
    }
}
