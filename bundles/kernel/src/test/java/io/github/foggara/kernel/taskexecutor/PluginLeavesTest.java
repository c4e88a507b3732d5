package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.Placement;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.CodeSupply;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A JobMaster in another process is told that a plugin leaves, in the name of attempts that it knows. */
@Timeout(60)
class PluginLeavesTest {
    /** Hears of attempts that begin, end, and whose plugins leave. */
    private static final class Master implements JobMasterGateway {
        final BlockingQueue<TaskHarness.Message> heard = new LinkedBlockingQueue<>();

        @Override
        public void report(ExecutionAttemptId attempt, TaskReport report) {
            if (!(report instanceof TaskReport.Progress)) {
                heard.add(new TaskHarness.Message(attempt, report));
            }
        }

        @Override
        public void requestSplit(ExecutionAttemptId attempt) {}

        @Override
        public void attempts(List<ExecutionAttemptId> running) {}

        @Override
        public void released() {}

        TaskHarness.Message next() throws InterruptedException {
            TaskHarness.Message next = heard.poll(20, TimeUnit.SECONDS);
            assertThat(next).as("nothing was said").isNotNull();
            return next;
        }
    }

    private static final TaskReport LEAVES = new TaskReport.PluginLeaves("shuffle service 'queue'", "test");

    private final JvmRuntime runtime = new JvmRuntime();
    private final TaskHarness harness = new TaskHarness(
            runtime,
            PluginLeavesTest::graph,
            new QueueShuffle(64, 256),
            new Reach(Optional::empty, Duration.ZERO, CodeSupply.NONE, true));
    private final Master master = new Master();

    @AfterEach
    void close() throws Exception {
        harness.close();
        runtime.close();
    }

    private static JobGraph graph() {
        return Pipeline.from("numbers", 2, new SourceSpec(new NumberSource(-1, 1)))
                .to(
                        "out",
                        1,
                        new Partitioning.Rebalance(),
                        new SinkSpec(new CollectSink(new ConcurrentLinkedQueue<>())))
                .build();
    }

    private static TaskHarness.Message leaves(ExecutionAttemptId attempt) {
        return new TaskHarness.Message(attempt, LEAVES);
    }

    private ExecutionAttemptId begin(int subtask) throws InterruptedException {
        harness.deployOne(0, subtask, master);
        ExecutionAttemptId attempt = harness.plan.attempt(0, subtask);
        assertThat(master.next()).isEqualTo(new TaskHarness.Message(attempt, new TaskReport.Running()));
        return attempt;
    }

    private void place(ExecutionAttemptId attempt) {
        harness.executor.place(new Placement(attempt.job(), 1, List.of(attempt), "queue", Configuration.EMPTY), master);
    }

    /** What was enqueued before has been done. */
    private void settle() throws InterruptedException {
        BlockingQueue<String> done = new LinkedBlockingQueue<>();
        harness.executor.owner().execute(() -> done.add("done"));
        assertThat(done.poll(20, TimeUnit.SECONDS)).isNotNull();
    }

    private List<TaskHarness.Message> heard() throws InterruptedException {
        settle();
        List<TaskHarness.Message> all = new ArrayList<>();
        master.heard.drainTo(all);
        return all;
    }

    /** Some may be about to be replaced, so that nothing said in their name counts. */
    @Test
    void itIsSaidOnceInTheNameOfEachAttemptThatRuns() throws Exception {
        harness.plan = Plan.of(graph());
        ExecutionAttemptId ended = begin(0);
        ExecutionAttemptId first = begin(1);
        harness.executor.cancel(ended, 1);
        assertThat(master.next()).isEqualTo(new TaskHarness.Message(ended, new TaskReport.Canceled()));
        harness.plan.restart(0, 0);
        ExecutionAttemptId second = begin(0);
        harness.plugins.leaving = true;
        harness.plugins.change();
        harness.plugins.change();
        assertThat(heard()).containsExactly(leaves(first), leaves(second));
    }

    @Test
    void whenNoAttemptRunsItIsSaidOfTheLast() throws Exception {
        harness.plan = Plan.of(graph());
        ExecutionAttemptId ended = begin(0);
        harness.executor.cancel(ended, 1);
        assertThat(master.next()).isEqualTo(new TaskHarness.Message(ended, new TaskReport.Canceled()));
        harness.plugins.leaving = true;
        harness.plugins.change();
        assertThat(heard()).containsExactly(leaves(ended));
    }

    @Test
    void whateverIsPlacedOrBeginsMeanwhileHearsIt() throws Exception {
        harness.plan = Plan.of(graph());
        ExecutionAttemptId first = begin(0);
        harness.plugins.leaving = true;
        harness.plugins.change();
        assertThat(heard()).containsExactly(leaves(first));
        ExecutionAttemptId second = harness.plan.attempt(0, 1);
        place(second);
        assertThat(heard()).containsExactly(leaves(second));
        harness.deployOne(0, 1, master);
        assertThat(List.of(master.next(), master.next()))
                .containsExactlyInAnyOrder(leaves(second), new TaskHarness.Message(second, new TaskReport.Running()));
        assertThat(heard()).isEmpty();
    }
}
