package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.Indexed;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.streams.JobProgram;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Whole jobs whose records go to ranges, are sorted there, and numbered. */
@Timeout(240)
class GlobalOrderJobTest {
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

    private JobProgram program(String valve, long count, Path output) {
        return (env, parameters) -> env.fromSequence(0, count - 1)
                .uid("numbers")
                .map(new Valve.Through<Long>(valve))
                .returns(Long.class)
                .uid("in")
                .map(GlobalOrderJobTest::random)
                .rebalance()
                .partitionByRange("*", Order.ASCENDING)
                .uid("ranges")
                .fullWindowPartition()
                .sortPartition("*", Order.ASCENDING)
                .uid("sort")
                .zipWithIndex()
                .uid("index")
                .map(GlobalOrderJobTest::text)
                .sinkTo(FileSink.lines(output))
                .uid("out");
    }

    private static Long random(Long number) {
        return new SplittableRandom(number).nextLong();
    }

    private static String text(Indexed<Long> numbered) {
        return numbered.index() + ":" + numbered.record();
    }

    private static List<String> expected(int count) {
        long[] sorted = LongStream.range(0, count)
                .map(GlobalOrderJobTest::random)
                .sorted()
                .toArray();
        return IntStream.range(0, count).mapToObj(i -> i + ":" + sorted[i]).toList();
    }

    private void assertSorted(JobInfo info, int count, Path output) throws Exception {
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(Output.lines(output)).isEqualTo(expected(count));
        assertThat(Directories.files(output)).as("parts").hasSize(4);
        assertThat(Directories.files(engine.spill())).isEmpty();
    }

    /** Scenario 17: the parts of four subtasks, one behind the other, are what Arrays.sort makes of all. */
    @Test
    void partsFollowEachOtherInTheOrderOfAllRecords() throws Exception {
        Path output = root.resolve("out");
        Valve.of("plain-global").open();
        JobInfo info = engine.run(
                "global",
                program("plain-global", 100_000, output),
                Map.of("parallelism", "4", "execution.sort-partition.memory", "96 kb"));
        assertSorted(info, 100_000, output);
    }

    /** I8: the same with checkpoints and three crashes. */
    @Test
    void theyDoAfterCrashes() throws Exception {
        Path output = root.resolve("out");
        Map<String, String> options = WindowCheckpointTest.options("parallelism", "4");
        engine.start("crashing", program("crashing", 4_000, output), options);
        Valve.of("crashing").awaitRecords(100);
        for (int crash = 0; crash < 3; crash++) {
            CheckpointInfo checkpoint = engine.jobs().triggerCheckpoint("crashing", LocalEngine.LIMIT);
            assertThat(checkpoint.failure()).isEmpty();
            Valve.of("crashing").crash();
            Valve.of("crashing").awaitRecords(30);
        }
        Valve.of("crashing").open();
        JobInfo info = engine.end("crashing");
        assertThat(info.incidents()).hasSize(3);
        assertSorted(info, 4_000, output);
    }
}
