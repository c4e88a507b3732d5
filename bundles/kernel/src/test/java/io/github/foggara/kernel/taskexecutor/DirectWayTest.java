package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.task.DirectingOperator;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongBinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that go where the operator before the edge says. */
class DirectWayTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    /** Hands its records on, and says where they go from the record and the number of subtasks. */
    private static final class Directing implements DirectingOperator<Object, Object> {
        private final LongBinaryOperator rule;
        private long current;

        Directing(LongBinaryOperator rule) {
            this.rule = rule;
        }

        @Override
        public void process(int input, Object record, Collector<Object> collector) {
            current = (Long) record;
            collector.collect(record);
        }

        @Override
        public int target(int subtasks) {
            return (int) rule.applyAsLong(current, subtasks);
        }
    }

    /** What arrived where. */
    private static final class Where implements Operator<Object, Object> {
        private String who;

        @Override
        public void open(TaskContext context) {
            who = context.operatorName() + context.subtask();
        }

        @Override
        public void process(int input, Object record, Collector<Object> collector) {
            collector.collect(who + " " + record);
        }
    }

    private static OperatorRef reference(String plugin) {
        return new OperatorRef(plugin, "it", Map.of(), List.of());
    }

    private JobGraph graph() {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(6, 1)))
                .to("directing", 2, new Partitioning.Rebalance(), reference("directing"))
                .to("a", 3, new Partitioning.Direct(), reference("where"))
                .then("out-a", new SinkSpec(new CollectSink(out)))
                .at("directing")
                .to("b", 1, new Partitioning.Direct(), reference("where"))
                .then("out-b", new SinkSpec(new CollectSink(out)))
                .build();
    }

    private TaskHarness harness(Operator<?, ?> directing) {
        TaskHarness harness = new TaskHarness(runtime, this::graph);
        harness.plugins.add(OperatorProvider.class, "directing", reference -> directing);
        harness.plugins.add(OperatorProvider.class, "where", reference -> new Where());
        return harness;
    }

    @Test
    void everyEdgeIsAskedForWithItsOwnNumberOfSubtasks() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::graph)) {
            harness.plugins.add(
                    OperatorProvider.class, "directing", reference -> new Directing((n, p) -> p - 1 - n % p));
            harness.plugins.add(OperatorProvider.class, "where", reference -> new Where());
            harness.runWell().release();

            assertThat(out)
                    .containsExactlyInAnyOrder(
                            "a2 0", "a1 1", "a0 2", "a2 3", "a1 4", "a0 5", "b0 0", "b0 1", "b0 2", "b0 3", "b0 4",
                            "b0 5");
        }
    }

    @Test
    void aSubtaskThatIsNotThereIsNamed() throws Exception {
        try (TaskHarness harness = harness(new Directing((n, p) -> p))) {
            harness.run();
            assertThat(harness.failures()).anySatisfy(failed -> {
                assertThat(failed.operator()).isEqualTo("directing");
                assertThat(failed.trace())
                        .containsPattern("'directing' sends a record to subtask [13], but the next operator has [13]");
            });
        }
    }

    @Test
    void anOperatorThatDoesNotSayIsNamed() throws Exception {
        try (TaskHarness harness = harness(new Where())) {
            harness.run();
            assertThat(harness.failures())
                    .anySatisfy(failed -> assertThat(failed.trace())
                            .contains("'directing' does not say where its records go", "Direct"));
        }
    }
}
