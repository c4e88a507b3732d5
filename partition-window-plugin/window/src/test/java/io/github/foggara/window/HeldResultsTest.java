package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.api.task.Operator;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.StoredSnapshot;
import io.github.foggara.testkit.task.TaskSetting;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a function emitted for one key, and what had not left when the task crashed, crashed again, and went elsewhere. */
class HeldResultsTest {
    private static final int RESULTS = 2_000;

    @TempDir
    private Path directory;

    private Operators operators;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    /** Emits so many for each key that they are spooled. */
    private Operator<Integer, Integer> many() {
        KeySelector<Integer, Integer> key = record -> record;
        MapPartitionFunction<Integer, Integer> function = (records, out) -> {
            int first = RESULTS * records.iterator().next();
            IntStream.range(first, first + RESULTS).forEach(out::collect);
        };
        return operators.keyed("map-partition", Map.of(), key, function);
    }

    private TaskSetting at(int subtask, int parallelism) {
        return operators
                .setting(Integer.class)
                .subtask(subtask, parallelism)
                .with(WindowOptions.KEYED_MEMORY.key(), "" + SortMemory.LEAST);
    }

    /** Of the records from 0 to 9. */
    private List<Integer> records(TaskSetting at) throws Exception {
        try (OperatorHarness<Integer, Integer> any = new OperatorHarness<>(many(), at)) {
            var grouping = any.context().grouping();
            return IntStream.range(0, 10)
                    .filter(record -> at.keyGroups().contains(grouping.group((Object) record)))
                    .boxed()
                    .toList();
        }
    }

    private static List<Integer> results(List<Integer> records) {
        return records.stream()
                .flatMap(record -> IntStream.range(RESULTS * record, RESULTS * (record + 1))
                        .boxed())
                .toList();
    }

    /** Each life emits some and crashes. */
    private StoredSnapshot crash(TaskSetting at, List<Integer> records, List<Integer> output, StoredSnapshot... former)
            throws Exception {
        List<StoredSnapshot> taken = new ArrayList<>();
        try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(many(), at, List.of(former))) {
            harness.context().between(() -> {
                if (harness.output().size() == 300) {
                    taken.add(harness.snapshot());
                }
            });
            harness.run(records);
            output.addAll(harness.output().subList(0, 300));
        }
        return taken.get(0);
    }

    @Test
    void outliveManyCrashesOfAnySubtask() throws Exception {
        for (int subtask = 0; subtask < 2; subtask++) {
            TaskSetting at = at(subtask, 2);
            List<Integer> records = records(at);
            assertThat(records).hasSizeGreaterThan(1);
            List<Integer> output = new ArrayList<>();
            StoredSnapshot snapshot = crash(at, records, output);
            for (int restart = 0; restart < 3; restart++) {
                snapshot = crash(at, List.of(), output, snapshot);
            }
            try (OperatorHarness<Integer, Integer> harness = new OperatorHarness<>(many(), at, List.of(snapshot))) {
                harness.run(List.of());
                output.addAll(harness.output());
            }
            assertThat(output).as("subtask %d", subtask).containsExactlyInAnyOrderElementsOf(results(records));
        }
    }

    /** Those of two subtasks stand in one now, which crashes, and then they part again. */
    @Test
    void goWithTheirKeyGroups() throws Exception {
        List<Integer> output = new ArrayList<>();
        List<Integer> all = new ArrayList<>();
        StoredSnapshot[] two = new StoredSnapshot[2];
        for (int subtask = 0; subtask < 2; subtask++) {
            List<Integer> records = records(at(subtask, 2));
            all.addAll(records);
            two[subtask] = crash(at(subtask, 2), records, output);
        }
        StoredSnapshot one = crash(at(0, 1), List.of(), output, two);
        for (int subtask = 0; subtask < 2; subtask++) {
            try (OperatorHarness<Integer, Integer> harness =
                    new OperatorHarness<>(many(), at(subtask, 2), List.of(one))) {
                harness.run(List.of());
                List<Integer> own = results(records(at(subtask, 2)));
                assertThat(own).containsAll(harness.output());
                output.addAll(harness.output());
            }
        }
        assertThat(output).containsExactlyInAnyOrderElementsOf(results(all));
    }
}
