package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.ResultPartitionId;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.lang.ref.WeakReference;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Some tasks of a job begin anew while its others go on. */
@Timeout(60)
class RestartTest {
    /** What one attempt's function saw at its first record. */
    private record Seen(
            int subtask,
            int attempt,
            String thread,
            WeakReference<Object> function,
            Map<String, WeakReference<Class<?>>> hidden) {}

    private static final class Observer implements MapFunction<Long, Object> {
        private static final long serialVersionUID = 1L;
        private final transient Queue<Seen> seen;
        private final transient CountDownLatch hangs;
        private transient RuntimeContext context;
        private boolean told;

        Observer(Queue<Seen> seen, CountDownLatch hangs) {
            this.seen = seen;
            this.hangs = hangs;
        }

        @Override
        public void open(RuntimeContext opened) {
            context = opened;
        }

        @Override
        public Object map(Long n) {
            if (!told) {
                told = true;
                seen.add(new Seen(
                        context.subtask(),
                        context.attempt(),
                        Thread.currentThread().getName(),
                        new WeakReference<>(this),
                        hiddenClasses()));
            }
            while (context.attempt() == 0 && hangs.getCount() > 0) {
                try {
                    hangs.await();
                } catch (InterruptedException e) {
                    // As stubborn code does.
                }
            }
            return n;
        }

        /** The adapters on the way of a record, by the template they were made from. */
        private static Map<String, WeakReference<Class<?>>> hiddenClasses() {
            return StackWalker.getInstance(
                            Set.of(StackWalker.Option.RETAIN_CLASS_REFERENCE, StackWalker.Option.SHOW_HIDDEN_FRAMES))
                    .walk(frames -> frames.<Class<?>>map(StackWalker.StackFrame::getDeclaringClass)
                            .filter(type -> type.isHidden() && type.getName().contains(".chain."))
                            .collect(Collectors.toMap(
                                    type -> type.getSimpleName().replaceAll("/.*", ""),
                                    WeakReference::new,
                                    (first, again) -> first)));
        }
    }

    private final JvmRuntime runtime = new JvmRuntime();
    private final BlockingQueue<Seen> seen = new LinkedBlockingQueue<>();
    private final CountDownLatch hangs = new CountDownLatch(1);

    @AfterEach
    void closeRuntime() {
        hangs.countDown();
        runtime.close();
    }

    /** numbers → observer → out in two vertices of that parallelism; beside them a chain of its own that only counts. */
    private JobGraph graph(int parallelism, Queue<Object> others) {
        return Pipeline.from("numbers", parallelism, new SourceSpec(new NumberSource(-1, 4 * parallelism)))
                .to("observer", parallelism, new Partitioning.Rescale(), new MapSpec(new Observer(seen, hangs)))
                .then("out", new SinkSpec(new CollectSink(new Nowhere())))
                .node("others", 1, new SourceSpec(new NumberSource(-1, 1)))
                .then("others-out", new SinkSpec(new CollectSink(others)))
                .build();
    }

    /** Takes records without keeping them. */
    private static final class Nowhere extends ConcurrentLinkedQueue<Object> {
        private static final long serialVersionUID = 1L;

        @Override
        public boolean add(Object record) {
            return true;
        }
    }

    private Seen next() throws InterruptedException {
        Seen next = seen.poll(20, TimeUnit.SECONDS);
        assertThat(next).as("no record reached an observer").isNotNull();
        return next;
    }

    private static void cancel(TaskHarness harness, ExecutionAttemptId... attempts) throws Exception {
        for (ExecutionAttemptId attempt : attempts) {
            harness.executor.cancel(attempt, 1);
        }
        for (ExecutionAttemptId attempt : attempts) {
            assertThat(harness.await(attempt)).isInstanceOf(TaskReport.Canceled.class);
        }
    }

    private static void awaitCleared(WeakReference<?> reference, String what) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(20);
        while (reference.get() != null) {
            assertThat(System.nanoTime()).as(what + " is still held").isLessThan(deadline);
            System.gc();
        }
    }

    @Test
    void aRestartedAttemptHasObjectsAndConstantsOfItsOwnAndTheDeadOneIsCollected() throws Exception {
        hangs.countDown();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(1, new Nowhere()))) {
            harness.deploy();
            Seen first = next();
            Class<?> loop = first.hidden().get("PumpLink").get();
            Class<?> map = first.hidden().get("MapLink").get();
            assertThat(List.of(loop, map)).doesNotContainNull();
            ExecutionAttemptId source = harness.plan.attempt(0, 0);
            cancel(harness, source, harness.plan.attempt(1, 0));
            harness.executor.releasePartitions(harness.plan.job(), 1, List.of(new ResultPartitionId(source, 0)));
            harness.restart(0);

            Seen again = next();
            assertThat(again.attempt()).isEqualTo(1);
            assertThat(again.thread()).endsWith("(1/1)#1");
            assertThat(again.hidden().get("PumpLink").get()).isNotNull().isNotSameAs(loop);
            assertThat(again.hidden().get("MapLink").get()).isSameAs(map);
            loop = null;
            awaitCleared(first.function(), "the function of the dead attempt");
            awaitCleared(first.hidden().get("PumpLink"), "the loop of the dead attempt");
            assertThat(again.function().get()).isNotNull();
            assertThat(harness.executor.stateOf(harness.plan.attempt(2, 0))).isEqualTo(TaskState.RUNNING);
            assertThat(harness.outcomes).hasSize(2);
        }
    }

    /** Strongly, before the attempt is dead. */
    private static void remember(Seen seen, Set<Object> loops, Set<Object> functions) {
        loops.add(seen.hidden().get("PumpLink").get());
        functions.add(seen.function().get());
    }

    @Test
    void oneSubtaskRestartsBesideTheOthers() throws Exception {
        hangs.countDown();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(2, new Nowhere()))) {
            harness.deploy();
            List<Seen> before = List.of(next(), next());
            Set<Object> loops = new HashSet<>();
            Set<Object> functions = new HashSet<>();
            before.forEach(each -> remember(each, loops, functions));
            cancel(harness, harness.plan.attempt(0, 1), harness.plan.attempt(1, 1));
            harness.restart(1);

            Seen again = next();
            assertThat(again.subtask()).isEqualTo(1);
            assertThat(again.attempt()).isEqualTo(1);
            remember(again, loops, functions);
            assertThat(loops)
                    .as("code is shared by subtasks and attempts")
                    .hasSize(1)
                    .doesNotContainNull();
            assertThat(functions).hasSize(3).doesNotContainNull();
            assertThat(harness.executor.stateOf(harness.plan.attempt(0, 0))).isEqualTo(TaskState.RUNNING);
            assertThat(harness.executor.stateOf(harness.plan.attempt(1, 0))).isEqualTo(TaskState.RUNNING);
        }
    }

    @Test
    void aSubtaskWhoseOldAttemptHangsForEverRestarts() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(1, new Nowhere()))) {
            harness.configuration = new Configuration(
                    Map.of("task.cancellation.interval", "20 ms", "task.cancellation.timeout", "100 ms"));
            harness.deploy();
            assertThat(next().attempt()).isZero();
            ExecutionAttemptId source = harness.plan.attempt(0, 0);
            ExecutionAttemptId stuck = harness.plan.attempt(1, 0);
            harness.executor.cancel(source, 1);
            harness.executor.cancel(stuck, 1);
            assertThat(harness.await(stuck)).isInstanceOf(TaskReport.Quarantined.class);
            harness.await(source);
            harness.executor.releasePartitions(harness.plan.job(), 1, List.of(new ResultPartitionId(source, 0)));
            harness.restart(0);
            assertThat(next().attempt()).isEqualTo(1);
            assertThat(harness.executor.health()).singleElement().asString().contains("#0");

            hangs.countDown();
            while (!harness.executor.health().isEmpty()) {
                Thread.onSpinWait();
            }
            assertThat(harness.executor.stateOf(harness.plan.attempt(1, 0))).isEqualTo(TaskState.RUNNING);
            harness.cancelAll();
            harness.await(harness.plan.attempt(0, 0));
            harness.await(harness.plan.attempt(1, 0));
            harness.await(harness.plan.attempt(2, 0));
            harness.release();
            assertThat(harness.shuffle.openPartitions).isZero();
            assertThat(harness.shuffle.openGates).isZero();
            assertThat(harness.shuffle.openEnvironments).isZero();
        }
    }

    @Test
    void manyRestartsLeaveNothing() throws Exception {
        hangs.countDown();
        try (TaskHarness harness = new TaskHarness(runtime, () -> graph(1, new Nowhere()))) {
            harness.deploy();
            for (int i = 0; i < 200; i++) {
                ExecutionAttemptId source = harness.plan.attempt(0, 0);
                cancel(harness, source, harness.plan.attempt(1, 0));
                harness.executor.releasePartitions(harness.plan.job(), 1, List.of(new ResultPartitionId(source, 0)));
                harness.restart(0);
            }
            while (next().attempt() < 200) {
                // Those that were cancelled early saw no record.
            }
            assertThat(harness.shuffle.known()).isEqualTo(1);
            assertThat(harness.shuffle.openPartitions).isEqualTo(1);
            assertThat(harness.shuffle.openGates).isEqualTo(1);
            assertThat(harness.executor.stateOf(harness.plan.attempt(2, 0))).isEqualTo(TaskState.RUNNING);
        }
    }
}
