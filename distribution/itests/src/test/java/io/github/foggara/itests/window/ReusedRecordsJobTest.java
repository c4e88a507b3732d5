package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.AggregateFunction;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.function.ReduceFunction;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.PartitionWindowedStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** I19 in whole jobs: operators keep records, and who emits them writes the next one into the same object. */
@Timeout(240)
class ReusedRecordsJobTest {
    /** One comes in a millisecond until the checkpoint is there and the job has crashed, which may take long on a busy machine. */
    private static final int RECORDS = 40_000;
    /** How many results each operation has. */
    private static final Map<String, Integer> RESULTS = Map.of(
            "sort", RECORDS, "first", 50, "sort-first", 50, "reduce", 1, "aggregate", 1, "map-partition", RECORDS);

    @TempDir
    private Path root;

    private LocalEngine engine;

    @BeforeEach
    void open() {
        engine = new LocalEngine(root, Map.of());
    }

    @AfterEach
    void close() {
        engine.close();
    }

    /** Makes records of a value and a number: in the same array again and again, or each in its own. */
    private static final class Fill implements MapFunction<Long, long[]> {
        private static final long serialVersionUID = 1L;

        private final boolean again;
        private transient long[] record;

        Fill(boolean again) {
            this.again = again;
        }

        @Override
        public long[] map(Long number) {
            record = again && record != null ? record : new long[2];
            record[0] = number * 7_919 % 1_009;
            record[1] = number;
            return record;
        }
    }

    private static long value(long[] record) {
        return record[0];
    }

    /** The result is one of the two records. */
    private static final class Larger implements ReduceFunction<long[]> {
        private static final long serialVersionUID = 1L;

        @Override
        public long[] reduce(long[] left, long[] right) {
            return right[0] > left[0] ? right : left;
        }
    }

    /** Keeps some of the records as they are. */
    private static final class Largest implements AggregateFunction<long[], ArrayList<long[]>, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public ArrayList<long[]> createAccumulator() {
            return new ArrayList<>();
        }

        @Override
        public ArrayList<long[]> add(long[] record, ArrayList<long[]> kept) {
            if (record[0] > 1_000) {
                kept.add(record);
            }
            return kept;
        }

        @Override
        public String result(ArrayList<long[]> kept) {
            return String.join(" ", kept.stream().map(Arrays::toString).toList());
        }

        @Override
        public ArrayList<long[]> merge(ArrayList<long[]> left, ArrayList<long[]> right) {
            left.addAll(right);
            return left;
        }
    }

    private static final class Keep implements MapPartitionFunction<long[], long[]> {
        private static final long serialVersionUID = 1L;

        @Override
        public void mapPartition(Iterable<long[]> records, Collector<long[]> out) {
            List<long[]> kept = new ArrayList<>();
            records.forEach(kept::add);
            kept.forEach(out::collect);
        }
    }

    private static String text(long[] record) {
        return Arrays.toString(record);
    }

    /** Each operation has a source of its own, so that nothing stands between it and who emits its records. */
    private JobProgram program(String name, boolean again) {
        Map<String, Function<PartitionWindowedStream<long[]>, DataStream<String>>> operations = Map.of(
                "sort",
                records -> records.sortPartition(ReusedRecordsJobTest::value, Order.ASCENDING)
                        .map(ReusedRecordsJobTest::text),
                "first",
                records -> records.first(50).map(ReusedRecordsJobTest::text),
                "sort-first",
                records -> records.sortPartition(ReusedRecordsJobTest::value, Order.ASCENDING)
                        .first(50)
                        .map(ReusedRecordsJobTest::text),
                "reduce",
                records -> records.reduce(new Larger()).map(ReusedRecordsJobTest::text),
                "aggregate",
                records -> records.aggregate(new Largest()),
                "map-partition",
                records -> records.mapPartition(new Keep()).map(ReusedRecordsJobTest::text));
        return (env, parameters) -> operations.forEach((operation, made) -> made.apply(env.fromSequence(1, RECORDS)
                        .map(new Valve.Through<Long>(name))
                        .returns(Long.class)
                        .map(new Fill(again))
                        .fullWindowPartition())
                .sinkTo(FileSink.lines(root.resolve(name).resolve(operation))));
    }

    private Map<String, List<String>> outputs(String name, boolean reuse, boolean again, boolean checkpoints)
            throws Exception {
        Map<String, String> options =
                checkpoints ? WindowCheckpointTest.options("failover.strategy", "full") : WindowCheckpointTest.batch();
        options.put("pipeline.object-reuse", "" + reuse);
        Valve valve = Valve.of(name);
        engine.start(name, program(name, again), options);
        if (checkpoints) {
            valve.awaitRecords(1_200);
            assertThat(engine.jobs().triggerCheckpoint(name, LocalEngine.LIMIT).failure())
                    .isEmpty();
            valve.crash();
            valve.awaitRecords(600);
        }
        valve.open();
        JobInfo info = engine.end(name);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(info.incidents()).hasSize(checkpoints ? 1 : 0);
        Map<String, List<String>> outputs = new TreeMap<>();
        for (String operation : RESULTS.keySet()) {
            outputs.put(operation, Output.lines(root.resolve(name).resolve(operation)));
        }
        return outputs;
    }

    /** Also when a checkpoint was taken of what they keep, and all of the job has begun again from it. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void resultsAreThoseOfRecordsOfTheirOwn(boolean checkpoints) throws Exception {
        String name = "reused-" + checkpoints;
        Map<String, List<String>> expected = outputs(name + "-own", false, false, checkpoints);
        RESULTS.forEach((operation, count) ->
                assertThat(expected.get(operation)).hasSize(count).doesNotHaveDuplicates());
        for (boolean reuse : new boolean[] {false, true}) {
            Map<String, List<String>> outputs = outputs(name + "-again-" + reuse, reuse, true, checkpoints);
            assertThat(RESULTS.keySet())
                    .as("object reuse: %s", reuse)
                    .allSatisfy(operation -> assertThat(outputs.get(operation)).isEqualTo(expected.get(operation)));
        }
    }
}
