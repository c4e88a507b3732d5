package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import io.github.foggara.kernel.serialization.KeyGroups;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the operator of a plugin gets from its task: facts of the job, and threads to work on. */
@Timeout(60)
class PluginContextTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();
    private final List<String> told = new CopyOnWriteArrayList<>();
    private final CountDownLatch reached = new CountDownLatch(1);

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    /** Does one thing with its context for each record, and one when it closes. */
    private static final class Using implements Operator<Object, Object> {
        /** What it does. */
        interface Step {
            Object with(TaskContext context) throws Exception;
        }

        private final Step each;
        private final Step last;
        private TaskContext context;

        Using(Step each, Step last) {
            this.each = each;
            this.last = last;
        }

        @Override
        public void open(TaskContext opened) {
            context = opened;
        }

        @Override
        public void process(int input, Object record, Collector<Object> collector) throws Exception {
            collector.collect(each.with(context));
        }

        @Override
        public void close() throws Exception {
            last.with(context);
        }
    }

    private TaskHarness harness(long records, Using.Step each, Using.Step last) {
        JobGraph graph = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(records, 1)))
                .to("op", 2, new Partitioning.Rebalance(), PullOperatorTest.reference())
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
        TaskHarness harness = new TaskHarness(runtime, () -> graph);
        harness.plugins.add(OperatorProvider.class, "pulling", reference -> new Using(each, last));
        return harness;
    }

    /** Reserves in open, and tells what it got. */
    private final class Reserving implements Operator<Object, Object> {
        private final long minimum;
        private final boolean fails;
        private TaskContext context;

        Reserving(long minimum, boolean fails) {
            this.minimum = minimum;
            this.fails = fails;
        }

        @Override
        public void open(TaskContext opened) {
            context = opened;
            told.add("" + context.reserve(minimum, 1_000).bytes());
            if (fails) {
                throw new IllegalStateException("cannot open");
            }
        }

        @Override
        public void process(int input, Object record, Collector<Object> collector) {
            context.reserve(0, 1);
        }
    }

    private TaskHarness reserving(long records, long minimum, boolean fails) {
        TaskHarness harness = harness(records, PluginContextTest::nothing, PluginContextTest::nothing);
        harness.plugins.add(OperatorProvider.class, "pulling", reference -> new Reserving(minimum, fails));
        return harness;
    }

    @Test
    void memoryIsSharedWithinItsLimitsAndGivenBackAtTheEnd() throws Exception {
        try (TaskHarness harness = reserving(0, 100, false)) {
            harness.limits = Map.of("op", 300L);
            harness.runWell();
            assertThat(told).containsExactly("300", "300");
            assertThat(harness.memory.free()).isEqualTo(harness.memory.total());
        }
    }

    @Test
    void memoryIsGivenBackByATaskThatFails() throws Exception {
        try (TaskHarness harness = reserving(0, 100, true)) {
            harness.run();
            assertThat(harness.failures()).isNotEmpty();
            assertThat(harness.memory.free()).isEqualTo(harness.memory.total());
        }
    }

    @Test
    void whoGetsTooLittleMemorySaysWhoHasIt() throws Exception {
        try (TaskHarness harness = reserving(0, 600, false)) {
            harness.run();
            assertThat(told).containsExactly("1000");
            assertThat(harness.failures().get(0).trace())
                    .contains("needs 600 bytes of bulk memory, and 0 bytes of 1000 bytes are free")
                    .contains("1000 bytes 'op' of test-job (");
        }
    }

    @Test
    void memoryIsReservedInOpen() throws Exception {
        try (TaskHarness harness = reserving(1, 0, false)) {
            harness.run();
            assertThat(harness.failures().get(0).trace()).contains("'op' reserves memory outside open");
        }
    }

    private static Object nothing(TaskContext context) {
        return null;
    }

    @Test
    void knowsTheJob() throws Exception {
        try (TaskHarness harness = harness(
                2,
                context -> List.of(
                        context.inputType(0),
                        context.inputCodec(0).copy(5L),
                        context.outputCodec().copy(6L),
                        context.keyGroups().first() + ".." + context.keyGroups().last(),
                        context.keyGroups().contains(context.grouping().group(7L)) == (context.subtask() == 1),
                        context.takesSnapshots(),
                        context.sameTypes(context.types())),
                PluginContextTest::nothing)) {
            harness.runWell();
            int group = new KeyGroups(128, 2).group(7L);
            boolean second = group >= 64;
            assertThat(out)
                    .containsExactlyInAnyOrder(
                            List.of(Object.class, 5L, 6L, "0..63", second, false, true),
                            List.of(Object.class, 5L, 6L, "64..127", second, false, true));
        }
    }

    @Test
    void anInputThatIsNotThereIsNamed() throws Exception {
        try (TaskHarness harness = harness(1, context -> context.inputCodec(3), PluginContextTest::nothing)) {
            harness.run();
            assertThat(harness.failures().get(0).trace()).contains("'op' has no input 3");
        }
    }

    private static <T> CompletableFuture<T> onIo(TaskContext context, Using.Step work) {
        CompletableFuture<T> end = new CompletableFuture<>();
        context.execute(() -> {
            try {
                @SuppressWarnings("unchecked")
                T result = (T) work.with(context);
                end.complete(result);
            } catch (Throwable t) {
                end.completeExceptionally(t);
            }
        });
        return end;
    }

    @Test
    void waitsForWorkOnAnotherThread() throws Exception {
        try (TaskHarness harness = harness(
                100,
                context -> context.await(
                        onIo(context, c -> Thread.currentThread().getName().substring(0, 10))),
                PluginContextTest::nothing)) {
            harness.runWell();
            assertThat(out).hasSize(100).containsOnly("foggara-io");
        }
    }

    @Test
    void whatTheWorkThrowsIsThrown() throws Exception {
        try (TaskHarness harness = harness(
                1,
                context -> context.await(onIo(context, c -> {
                            throw new IOException("no space");
                        })
                        .thenApply(nothing -> nothing)),
                PluginContextTest::nothing)) {
            harness.run();
            TaskReport.Failed failed = harness.failures().get(0);
            assertThat(failed.operator()).isEqualTo("op");
            assertThat(failed.kind()).isEqualTo(FailureClass.ENVIRONMENT);
            assertThat(failed.trace()).startsWith("java.io.IOException: no space");
        }
    }

    @Test
    void aCancelEndsTheWaitAtOnceAndCloseWaitsForTheWork() throws Exception {
        CountDownLatch closing = new CountDownLatch(1);
        AtomicReference<Thread> closer = new AtomicReference<>();
        CompletableFuture<Object> work = new CompletableFuture<>();
        try (TaskHarness harness = harness(
                -1,
                context -> {
                    onIo(context, c -> {
                        reached.countDown();
                        closing.await();
                        while (closer.get().getState() != Thread.State.WAITING) {
                            Thread.onSpinWait();
                        }
                        told.add("work ended");
                        work.complete("done");
                        return null;
                    });
                    return context.await(work);
                },
                context -> {
                    if (reached.getCount() == 0) {
                        closer.set(Thread.currentThread());
                        closing.countDown();
                        context.checkCanceled();
                        context.await(work);
                        told.add("closed");
                    }
                    return null;
                })) {
            harness.deploy();
            reached.await();
            harness.cancelAll();
            harness.await().release();
            assertThat(harness.outcomes.values()).hasOnlyElementsOfType(TaskReport.Canceled.class);
            assertThat(told).startsWith("work ended").contains("closed");
        }
    }
}
