package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.task.Operator;
import io.github.foggara.api.task.OperatorProvider;
import io.github.foggara.api.task.TaskContext;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An operator with two inputs that a plugin made. */
class PluginOperatorTest {
    private final JvmRuntime runtime = new JvmRuntime();
    private final List<String> log = new CopyOnWriteArrayList<>();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    private final class Counting implements Operator<Object, Object> {
        private final long[] counts = new long[2];

        @Override
        public void open(TaskContext context) {
            log.add("open " + context.operatorName());
        }

        @Override
        public void process(int input, Object record, Collector<Object> collector) {
            counts[input]++;
        }

        @Override
        public void endInput(int input, Collector<Object> collector) {
            log.add("end " + input + " after " + counts[input]);
        }

        @Override
        public void finish(Collector<Object> collector) {
            collector.collect(counts[0] * 1_000 + counts[1]);
        }

        @Override
        public void close() {
            log.add("close");
        }
    }

    private JobGraph graph() {
        return Pipeline.from("left", 2, new SourceSpec(new NumberSource(30, 3)))
                .node("right", 1, new SourceSpec(new NumberSource(7, 1)))
                .node("count", 1, new OperatorRef("counting", "two", Map.of(), List.of()))
                .edge("left", "count", 0, new Partitioning.Rebalance())
                .edge("right", "count", 1, new Partitioning.Rebalance())
                .then("out", new SinkSpec(new CollectSink(out)))
                .build();
    }

    @Test
    void getsRecordsAndEndsByInput() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::graph)) {
            harness.plugins.add(OperatorProvider.class, "counting", reference -> new Counting());
            harness.runWell().release();

            assertThat(out).containsExactly(30_007L);
            assertThat(log).startsWith("open count").endsWith("close").hasSize(4);
            assertThat(log).contains("end 0 after 30", "end 1 after 7");
            assertThat(harness.plugins.leases).hasValue(0);
        }
    }

    @Test
    void aMissingPluginIsNamed() throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, this::graph)) {
            harness.run();
            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(2, 0);
            assertThat(failed.trace()).contains("no plugin 'counting'", "'count'");
        }
    }
}
