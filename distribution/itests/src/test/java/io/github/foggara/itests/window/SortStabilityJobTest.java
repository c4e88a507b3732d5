package io.github.foggara.itests.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.FlatMapFunction;
import io.github.foggara.api.function.RuntimeContext;
import io.github.foggara.api.sort.Order;
import io.github.foggara.connector.file.FileSink;
import io.github.foggara.itests.container.Directories;
import io.github.foggara.streams.DataStream;
import io.github.foggara.streams.JobProgram;
import io.github.foggara.streams.PartitionWindowedStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** I3 in whole jobs: a sorter reads four channels, and records that are equal by the sort keep the order in which each sender sent them. */
@Timeout(240)
class SortStabilityJobTest {
    private static final int SENDERS = 4;
    private static final int RECORDS = 6_000;
    private static final int KEYS = 5;
    private static final int RANKS = 3;
    /** So that the bytes which decide lie behind those that a sorter compares first. */
    private static final String LONG = "the last letter decides: ";

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

    /**
     * @param number of the record among those of its sender
     * @param name in the order of the ranks
     */
    record Sent(int sender, int number, int key, int rank, String name) {
        private static String text(Sent sent) {
            return sent.sender + " " + sent.number + " " + sent.key + " " + sent.rank;
        }

        private static Sent read(String text) {
            int[] parts = Stream.of(text.split(" ")).mapToInt(Integer::parseInt).toArray();
            return new Sent(parts[0], parts[1], parts[2], parts[3], null);
        }
    }

    /** Numbers what it sends. */
    private static final class Sender implements FlatMapFunction<Long, Sent> {
        private static final long serialVersionUID = 1L;

        private transient int subtask;

        @Override
        public void open(RuntimeContext context) {
            subtask = context.subtask();
        }

        @Override
        public void flatMap(Long start, Collector<Sent> out) {
            SplittableRandom random = new SplittableRandom(subtask);
            for (int number = 0; number < RECORDS; number++) {
                int rank = random.nextInt(RANKS);
                out.collect(new Sent(subtask, number, random.nextInt(KEYS), rank, LONG + (char) ('a' + rank)));
            }
        }
    }

    private JobProgram program() {
        return (env, parameters) -> {
            // One record for each subtask makes it a sender.
            DataStream<Sent> sent =
                    env.fromSequence(1, SENDERS).setParallelism(1).rebalance().flatMap(new Sender());
            PartitionWindowedStream<Sent> subtasks = sent.rebalance().fullWindowPartition();
            PartitionWindowedStream<Sent> keys = sent.keyBy(Sent::key).fullWindowPartition();
            sink(subtasks.sortPartition(Sent::rank, Order.ASCENDING), "ranks");
            sink(subtasks.sortPartition("name", Order.ASCENDING), "names");
            sink(keys.sortPartition(Sent::rank, Order.ASCENDING), "keyed-ranks");
            sink(keys.sortPartition("name", Order.ASCENDING), "keyed-names");
        };
    }

    private void sink(DataStream<Sent> sorted, String output) {
        sorted.map(Sent::text).sinkTo(FileSink.lines(root.resolve(output)));
    }

    /** With the least memory from many runs on disk; with much of it nothing may go there. */
    @ParameterizedTest
    @CsvSource({"96 kb, 1 gb, BATCH", "96 kb, 1 gb, STREAMING", "16 mb, 64 kb, BATCH"})
    void equalRecordsKeepTheOrderOfTheirSender(String memory, String disk, String mode) throws Exception {
        Map<String, String> options =
                mode.equals("BATCH") ? WindowCheckpointTest.batch() : WindowCheckpointTest.options();
        options.put("parallelism", "" + SENDERS);
        options.put("execution.sort-partition.memory", memory);
        options.put("execution.sort-keyed-partition.memory", memory);
        options.put("sort.spill.max-bytes", disk);
        options.put("taskmanager.runtime.max-fan", "4");
        JobInfo info = engine.run("stable", program(), options);
        assertThat(info.state()).as("%s", info.cause()).isEqualTo(JobStatus.FINISHED);
        assertThat(info.incidents()).isEmpty();
        for (String sort : List.of("ranks", "names")) {
            assertStable(sort, SENDERS, sent -> 0);
            assertStable("keyed-" + sort, KEYS, Sent::key);
        }
    }

    /** In each partition equal records of one sender have numbers that ascend, and all of its records are there. */
    private void assertStable(String output, int expected, Function<Sent, Integer> partition) throws Exception {
        Path directory = root.resolve(output);
        List<Sent> all = new ArrayList<>();
        int partitions = 0;
        for (String file : Directories.files(directory)) {
            List<Sent> part = Files.readAllLines(directory.resolve(file)).stream()
                    .map(Sent::read)
                    .toList();
            Collection<List<Sent>> contents = groups(part, partition);
            assertThat(contents.stream().flatMap(List::stream))
                    .as("partitions one behind the other")
                    .containsExactlyElementsOf(part);
            contents.forEach(content -> assertSorted(output, content));
            partitions += contents.size();
            all.addAll(part);
        }
        assertThat(partitions).isEqualTo(expected);
        List<Integer> numbers = IntStream.range(0, RECORDS).boxed().toList();
        assertThat(groups(all, Sent::sender))
                .hasSize(SENDERS)
                .allSatisfy(sent ->
                        assertThat(sent.stream().map(Sent::number).sorted()).containsExactlyElementsOf(numbers));
    }

    private static void assertSorted(String output, List<Sent> partition) {
        assertThat(partition).as(output).isSortedAccordingTo(Comparator.comparing(Sent::rank));
        assertThat(groups(partition, sent -> List.of(sent.rank(), sent.sender())))
                .hasSize(RANKS * SENDERS)
                .allSatisfy(
                        equal -> assertThat(equal).as(output).isSortedAccordingTo(Comparator.comparing(Sent::number)));
    }

    private static <K> Collection<List<Sent>> groups(List<Sent> records, Function<Sent, K> by) {
        return records.stream()
                .collect(Collectors.groupingBy(by, LinkedHashMap::new, Collectors.toList()))
                .values();
    }
}
