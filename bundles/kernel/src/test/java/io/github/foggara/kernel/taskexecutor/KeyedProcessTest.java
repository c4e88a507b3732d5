package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.KeyedProcessFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.graph.OperatorSpec.KeyedProcessSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.state.ValueState;
import io.github.foggara.api.state.ValueStateDescriptor;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Functions behind keyBy: they see the key of each record, and none when the input has ended. */
class KeyedProcessTest {
    private static final long RECORDS = 50;

    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    /** Emits each record beside its key, and at the end what it was called with. */
    private static final class Telling implements KeyedProcessFunction<Long, Long, Object> {
        private static final long serialVersionUID = 1L;
        private transient List<Object> calls;
        private transient Context<Long> kept;

        @Override
        public void open(RuntimeContext context) {
            calls = new ArrayList<>(List.of("open"));
        }

        @Override
        public void process(Long record, Context<Long> context, Collector<Object> collector) {
            kept = context;
            collector.collect(context.currentKey() + "=" + record);
        }

        @Override
        public void endInput(Collector<Object> collector) {
            calls.add("endInput");
            calls.add(kept.currentKey());
        }

        @Override
        public void finish(Collector<Object> collector) {
            calls.add("finish");
            calls.add(kept.currentKey());
            collector.collect(calls.toString());
        }
    }

    private Pipeline keyed(KeySelector<Long, Long> key, KeyedProcessFunction<?, ?, ?> function) {
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(RECORDS, 1)))
                .to("tell", 1, new Partitioning.Hash(key), new KeyedProcessSpec(key, function))
                .then("out", new SinkSpec(new CollectSink(out)));
    }

    /** Counts as long as there are records, and once more where there is no key. */
    private static final class Counting implements KeyedProcessFunction<Long, Long, Object> {
        private static final long serialVersionUID = 1L;
        private final boolean inFinish;
        private transient ValueState<Long> count;

        Counting(boolean inFinish) {
            this.inFinish = inFinish;
        }

        @Override
        public void open(RuntimeContext context) {
            count = context.state(new ValueStateDescriptor<>("count", Long.class));
        }

        @Override
        public void process(Long record, Context<Long> context, Collector<Object> collector) {
            count.update(record);
        }

        @Override
        public void endInput(Collector<Object> collector) {
            if (!inFinish) {
                count.update(1L);
            }
        }

        @Override
        public void finish(Collector<Object> collector) {
            count.update(1L);
        }
    }

    @Test
    void stateOfTheLastKeyIsNotAtHandAtTheEnd() throws Exception {
        KeySelector<Long, Long> key = n -> n % 3;
        for (boolean inFinish : List.of(false, true)) {
            Counting counting = new Counting(inFinish);
            try (CheckpointedRun run =
                    new CheckpointedRun(runtime, () -> keyed(key, counting).build(), new QueueShuffle(64, 256))) {
                run.harness.run();
                TaskReport.Failed failed = (TaskReport.Failed) run.harness.outcome(1, 0);
                assertThat(failed.operator()).isEqualTo("tell");
                assertThat(failed.trace()).contains("There is no current key", inFinish ? "finish" : "endInput");
            }
        }
    }

    @Test
    void aRecordComesWithItsKeyAndTheEndWithNone() throws Exception {
        KeySelector<Long, Long> key = n -> n % 3;
        try (TaskHarness harness =
                new TaskHarness(runtime, () -> keyed(key, new Telling()).build())) {
            harness.runWell();
        }
        List<Object> expected = Stream.concat(
                        LongStream.range(0, RECORDS).mapToObj(n -> n % 3 + "=" + n),
                        Stream.of("[open, endInput, null, finish, null]"))
                .map(Object.class::cast)
                .toList();
        assertThat(out).containsExactlyElementsOf(expected);
    }
}
