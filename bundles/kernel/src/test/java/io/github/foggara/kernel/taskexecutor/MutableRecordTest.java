package io.github.foggara.kernel.taskexecutor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailureClass;
import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.graph.OperatorSpec.KeyedReduceSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.OperatorSpec.SinkSpec;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.types.UnregisteredTypeException;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.runtime.JvmRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A producer that goes on using a record it emitted, and functions that change what they get. */
class MutableRecordTest {
    private static final long RECORDS = 500;

    private final JvmRuntime runtime = new JvmRuntime();
    private final Queue<Object> out = new ConcurrentLinkedQueue<>();

    @AfterEach
    void closeRuntime() {
        runtime.close();
    }

    /** Emits the same array again and again. */
    private static Pipeline reusing() {
        long[] reused = new long[1];
        return Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(RECORDS, 1)))
                .then("reuse", new MapSpec((Long n) -> {
                    reused[0] = n;
                    return reused;
                }));
    }

    private static MapSpec value() {
        return new MapSpec((long[] array) -> array[0]);
    }

    private static MapSpec spoil() {
        return new MapSpec((long[] array) -> {
            long was = array[0];
            array[0] = -1_000_000;
            return was;
        });
    }

    private List<Long> run(Pipeline pipeline, Map<String, String> options) throws Exception {
        try (TaskHarness harness = new TaskHarness(runtime, pipeline::build)) {
            harness.configuration = new Configuration(options);
            harness.runWell();
        }
        return out.stream().map(Long.class::cast).sorted().toList();
    }

    private static List<Long> numbers(int times) {
        return LongStream.range(0, RECORDS * times).map(n -> n / times).boxed().toList();
    }

    private Pipeline throughExchange() {
        return reusing()
                .to("value", 1, new Partitioning.Rebalance(), value())
                .then("out", new SinkSpec(new CollectSink(out)));
    }

    @Test
    void anExchangeHandsCopiesOver() throws Exception {
        assertThat(run(throughExchange(), Map.of())).isEqualTo(numbers(1));
    }

    @Test
    void withObjectReuseItDoesNot() throws Exception {
        assertThat(run(throughExchange(), Map.of("pipeline.object-reuse", "true")))
                .isNotEqualTo(numbers(1));
    }

    @Test
    void eachReceiverOfABroadcastHasItsOwn() throws Exception {
        Pipeline pipeline = reusing()
                .to("spoil", 3, new Partitioning.Broadcast(), spoil())
                .then("out", new SinkSpec(new CollectSink(out)));
        assertThat(run(pipeline, Map.of())).isEqualTo(numbers(3));
    }

    @Test
    void theBranchesOfAForkDoNotSeeEachOther() throws Exception {
        Pipeline pipeline = reusing()
                .then("spoil", spoil())
                .then("out", new SinkSpec(new CollectSink(out)))
                .at("reuse")
                .then("value", value())
                .then("out2", new SinkSpec(new CollectSink(out)))
                .at("reuse")
                .then("value2", value())
                .then("out3", new SinkSpec(new CollectSink(out)));
        assertThat(run(pipeline, Map.of())).isEqualTo(numbers(3));
    }

    @Test
    void stateDoesNotChangeWithWhatWasEmitted() throws Exception {
        KeySelector<long[], String> key = array -> "all";
        Pipeline pipeline = reusing()
                .to("sum", 1, new Partitioning.Hash(key), new KeyedReduceSpec(key, (long[] a, long[] b) -> {
                    a[0] += b[0];
                    return a;
                }))
                .then("spoil", spoil())
                .then("out", new SinkSpec(new CollectSink(out)));
        List<Long> sums = run(pipeline, Map.of());
        assertThat(sums.get(sums.size() - 1)).isEqualTo(RECORDS * (RECORDS - 1) / 2);
    }

    /** Stands for a record whose parts are mutable, but which nobody copies on its way. */
    private record Tagged(List<Long> tags, long count) {}

    @Test
    void aKeyInTheStateDoesNotChangeWithTheRecordItCameFrom() throws Exception {
        KeySelector<Tagged, List<Long>> key = Tagged::tags;
        Pipeline pipeline = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(RECORDS, 1)))
                .then("tag", new MapSpec((Long n) -> new Tagged(new ArrayList<>(List.of(n % 2)), 1)))
                .to(
                        "count",
                        1,
                        new Partitioning.Hash(key),
                        new KeyedReduceSpec(key, (Tagged a, Tagged b) -> new Tagged(b.tags(), a.count() + b.count())))
                .then("spoil", new MapSpec((Tagged tagged) -> {
                    tagged.tags().clear();
                    return tagged.count();
                }))
                .then("out", new SinkSpec(new CollectSink(out)));
        List<Long> counts = run(pipeline, Map.of());
        assertThat(counts.get(counts.size() - 1)).isEqualTo(RECORDS / 2);
    }

    @Test
    void aTypeThatIsNotRegisteredIsRefusedAtTheFirstRecord() throws Exception {
        Pipeline pipeline = Pipeline.from("numbers", 1, new SourceSpec(new NumberSource(RECORDS, 1)))
                .then("odd", new MapSpec((Long n) -> new StringBuilder("x")))
                .to("out", 1, new Partitioning.Rebalance(), new SinkSpec(new CollectSink(out)));
        try (TaskHarness harness = new TaskHarness(runtime, pipeline::build)) {
            harness.run();
            TaskReport.Failed failed = (TaskReport.Failed) harness.outcome(0, 0);
            assertThat(failed.kind()).isEqualTo(FailureClass.UNRECOVERABLE);
            assertThat(failed.trace()).startsWith(UnregisteredTypeException.class.getName());
            assertThat(failed.operator()).isEqualTo("odd");
        }
    }
}
