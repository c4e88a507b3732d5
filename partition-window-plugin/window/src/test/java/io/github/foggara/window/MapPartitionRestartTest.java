package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Collector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.testkit.state.InMemoryStateTypes;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.PendingSnapshot;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a {@code mapPartition} over a subtask has read, and then what it emitted, is state (R5). */
class MapPartitionRestartTest {
    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators.setting(Integer.class);
    }

    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private static List<Integer> numbers(int count) {
        return IntStream.rangeClosed(1, count).boxed().toList();
    }

    /** Its results are different in each call: text of call and record. It reads so many records, and emits between them or behind. */
    private static final class Different implements MapPartitionFunction<Integer, String> {
        private final transient AtomicInteger calls;
        private final int limit;
        private final boolean between;

        Different(AtomicInteger calls, int limit, boolean between) {
            this.calls = calls;
            this.limit = limit;
            this.between = between;
        }

        @Override
        public void mapPartition(Iterable<Integer> records, Collector<String> out) {
            int call = calls.incrementAndGet();
            List<String> results = new ArrayList<>();
            for (Integer record : records) {
                results.add(call + ":" + record);
                if (between) {
                    out.collect(results.get(results.size() - 1));
                }
                if (results.size() == limit) {
                    break;
                }
            }
            if (!between) {
                results.forEach(out::collect);
            }
        }
    }

    /** Scenario 11, I8: each record once and of one call, whatever crashes, although no two calls are alike. */
    @Test
    void theResultsAreThoseOfOneCallWhateverCrashes() throws Exception {
        for (long seed : Seeds.all(150)) {
            Random random = new Random(seed);
            int count = random.nextInt(60);
            int limit = random.nextInt(3) == 0 ? 1 + random.nextInt(60) : Integer.MAX_VALUE;
            boolean between = random.nextBoolean();
            boolean sameTypes = random.nextBoolean();
            AtomicInteger calls = new AtomicInteger();
            List<String> output = new Lives<Integer, String>(
                            () -> operators.whole("map-partition", new Different(calls, limit, between)),
                            numbers(count),
                            random)
                    .run(life -> setting.with(InMemoryStateTypes.turned(sameTypes ? 0 : life)), 4);

            List<String> expected = new ArrayList<>();
            String call = output.isEmpty() ? "" : output.get(0).split(":")[0];
            numbers(Math.min(count, limit)).forEach(number -> expected.add(call + ":" + number));
            assertThat(output).as("seed %d", seed).isEqualTo(expected);
        }
    }

    /** Scenario 11: 2000 records, three crashes. */
    @Test
    void sumAndCountAreThoseOfARunWithoutCrashes() throws Exception {
        for (long seed : Seeds.all(5)) {
            Lives<Integer, Long> lives = new Lives<>(
                    () -> operators.whole("map-partition", (MapPartitionFunction<Integer, Long>) (records, out) -> {
                        long count = 0;
                        long sum = 0;
                        for (int record : records) {
                            count++;
                            sum += record;
                        }
                        out.collect(count);
                        out.collect(sum);
                    }),
                    numbers(2_000),
                    new Random(seed));
            assertThat(lives.run(life -> setting, 3)).as("seed %d", seed).containsExactly(2_000L, 2_001_000L);
        }
    }

    private StoredSnapshot afterReturn(int emitted) throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        AtomicInteger calls = new AtomicInteger();
        try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                operators.whole("map-partition", new Different(calls, Integer.MAX_VALUE, true)), setting)) {
            harness.context().between(() -> {
                if (harness.output().size() == emitted) {
                    taken.add(harness.snapshot());
                }
            });
            harness.run(numbers(4));
        }
        return taken.get(0);
    }

    /** A restore while results leave goes on at the position, and does not call the function. */
    @Test
    void goesOnEmittingWithoutAnotherCall() throws Exception {
        for (int emitted = 1; emitted < 4; emitted++) {
            StoredSnapshot snapshot = afterReturn(emitted);
            AtomicInteger calls = new AtomicInteger();
            try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                    operators.whole("map-partition", new Different(calls, 1, true)), setting, List.of(snapshot))) {
                harness.run(List.of());
                assertThat(harness.output())
                        .isEqualTo(numbers(4).stream()
                                .skip(emitted)
                                .map(number -> "1:" + number)
                                .toList());
                assertThat(calls).hasValue(0);
            }
        }
    }

    /** Between two snapshots only what came is written; and what a former checkpoint holds is not written again. */
    @Test
    void eachRecordIsWrittenIntoACheckpointOnce() throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        List<Integer> records = numbers(50_000);
        long first;
        try (OperatorHarness<Integer, String> harness = counting()) {
            harness.open();
            harness.context().between(() -> {});
            ScriptedInput<Integer> input = new ScriptedInput<>(records, given -> {
                if (given == 25_000 || given == 50_000) {
                    taken.add(harness.snapshot());
                }
            });
            harness.go(input);
            first = harness.segmentBytes();
        }
        assertThat(taken.get(0).segments()).hasSize(1);
        assertThat(taken.get(1).segments())
                .hasSize(2)
                .startsWith(taken.get(0).segments().get(0));
        assertThat(first)
                .isEqualTo(taken.get(1).segments().stream()
                        .mapToLong(s -> s.length())
                        .sum());

        try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                operators.whole("map-partition", new Different(new AtomicInteger(), Integer.MAX_VALUE, false)),
                setting,
                List.of(taken.get(1)))) {
            harness.open();
            assertThat(harness.snapshot().segments()).isEqualTo(taken.get(1).segments());
            assertThat(harness.segmentBytes()).isZero();
        }
    }

    private OperatorHarness<Integer, String> counting() {
        MapPartitionFunction<Integer, String> count = (records, out) -> {
            int n = 0;
            for (Integer ignored : records) {
                n++;
            }
            out.collect("" + n);
        };
        return new OperatorHarness<>(operators.whole("map-partition", count), setting);
    }

    /** A snapshot that is being written when the function returns stays what it was. */
    @Test
    void aSnapshotOutlivesTheInputItPoints() throws Exception {
        List<PendingSnapshot> pending = new ArrayList<>();
        StoredSnapshot written;
        try (OperatorHarness<Integer, String> harness = counting()) {
            harness.run(new ScriptedInput<>(numbers(10_000), given -> {
                if (given == 9_000) {
                    pending.add(harness.begin());
                }
            }));
            assertThat(harness.output()).containsExactly("10000");
            written = pending.get(0).write();
        }
        try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                operators.whole("map-partition", new Different(new AtomicInteger(), Integer.MAX_VALUE, false)),
                setting,
                List.of(written))) {
            harness.run(List.of(-1));
            assertThat(harness.output()).hasSize(9_001).startsWith("1:1", "1:2").endsWith("1:9000", "1:-1");
        }
    }

    /** Scenario 20, R6, where the user allowed it: no record is lost and none is seen twice. */
    @Test
    void partitionsOfSeveralSubtasksAreJoined() throws Exception {
        for (int before = 1; before <= 4; before++) {
            for (int after = 1; after <= 4; after++) {
                rescale(before, after, 0);
                rescale(before, after, 1);
            }
        }
    }

    /**
     * @param returned how many of the former functions have returned, with all of their results still to be emitted but one
     */
    private void rescale(int before, int after, int returned) throws Exception {
        List<StoredSnapshot> snapshots = new ArrayList<>();
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < before; i++) {
            if (i < returned) {
                snapshots.add(afterReturn(1));
                expected.addAll(List.of("1:2", "1:3", "1:4"));
            } else {
                snapshots.add(reading(i * 100));
                expected.addAll(List.of("1:" + (i * 100), "1:" + (i * 100 + 1)));
            }
        }
        List<String> output = new ArrayList<>();
        for (int i = 0; i < after; i++) {
            try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                    operators.whole("map-partition", new Different(new AtomicInteger(), Integer.MAX_VALUE, true)),
                    setting.subtask(i, after).with(InMemoryStateTypes.turned(after % 2)),
                    snapshots)) {
                harness.run(List.of());
                output.addAll(harness.output());
            }
        }
        assertThat(output)
                .as("%d subtasks, of which %d have returned, then %d", before, returned, after)
                .containsExactlyInAnyOrderElementsOf(expected);
    }

    private StoredSnapshot reading(int from) throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        try (OperatorHarness<Integer, String> harness = counting()) {
            harness.run(new ScriptedInput<>(List.of(from, from + 1), given -> {
                if (given == 2) {
                    taken.add(harness.snapshot());
                }
            }));
        }
        return taken.get(0);
    }

    /** Untrusted. */
    @Test
    void aDamagedHeadIsRefused() throws Exception {
        StoredSnapshot whole = afterReturn(2);
        for (int length = 0; length <= whole.head().length + 1; length++) {
            if (length != whole.head().length) {
                refused(whole.withHead(Arrays.copyOf(whole.head(), length)));
            }
        }
        int parallelism = 3;
        for (int place = 0; place < whole.head().length; place++) {
            if (place != parallelism) {
                byte[] other = whole.head().clone();
                other[place] = 99;
                refused(whole.withHead(other));
            }
        }
    }

    private void refused(StoredSnapshot snapshot) throws Exception {
        try (OperatorHarness<Integer, String> harness = new OperatorHarness<>(
                operators.whole("map-partition", new Different(new AtomicInteger(), 1, true)),
                setting,
                List.of(snapshot))) {
            assertThatThrownBy(harness::open)
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("operator 'window'");
        }
    }
}
