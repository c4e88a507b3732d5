package io.github.foggara.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.KeySelector;
import io.github.foggara.api.function.MapPartitionFunction;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.ScriptedInput;
import io.github.foggara.testkit.task.TaskSetting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What fails below a function fails the task, also if the function catches it: a record is missing. */
class SwallowedFailureTest {
    @TempDir
    private Path directory;

    private Operators operators;
    private TaskSetting setting;

    @BeforeEach
    void open() {
        operators = new Operators(directory);
        setting = operators.setting(Integer.class).with(WindowOptions.KEYED_MEMORY.key(), "" + SortMemory.LEAST);
    }

    /** R9, I11. */
    @AfterEach
    void nothingIsLeft() {
        assertThat(operators.residue()).isEmpty();
    }

    private OperatorHarness<Integer, Integer> harness(
            boolean keyed, TaskSetting at, MapPartitionFunction<Integer, Integer> function) {
        KeySelector<Integer, Integer> key = record -> 0;
        return new OperatorHarness<>(
                keyed
                        ? operators.keyed("map-partition", Map.of(), key, function)
                        : operators.whole("map-partition", function),
                at);
    }

    /** A record that found no place on the disk. */
    @Test
    void aRecordThatCouldNotBeKeptFailsTheTask() {
        for (boolean keyed : new boolean[] {false, true}) {
            List<Exception> caught = new ArrayList<>();
            MapPartitionFunction<Integer, Integer> function = (records, out) -> {
                for (int i = 0; i < 1_000_000; i++) {
                    try {
                        out.collect(i);
                    } catch (Exception e) {
                        caught.add(e);
                    }
                }
            };
            assertThatThrownBy(() -> {
                        try (OperatorHarness<Integer, Integer> harness =
                                harness(keyed, setting.with("sort.spill.max-bytes", "64 kb"), function)) {
                            harness.run(List.of(1));
                        }
                    })
                    .as("keyed %s", keyed)
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("sort.spill.max-bytes");
            assertThat(caught)
                    .hasSizeGreaterThan(1)
                    .allSatisfy(e -> assertThat(e).isSameAs(caught.get(0)));
        }
    }

    /** No record, but not nothing: the function meant to emit one. */
    @Test
    void aNullThatWasRefusedFailsTheTask() {
        for (TaskSetting at : List.of(setting, setting.withSnapshots(false))) {
            for (boolean keyed : new boolean[] {false, true}) {
                List<Exception> caught = new ArrayList<>();
                assertThatThrownBy(() -> {
                            try (OperatorHarness<Integer, Integer> harness = harness(keyed, at, (records, out) -> {
                                for (Integer emitted : Arrays.asList(null, 1)) {
                                    try {
                                        out.collect(emitted);
                                    } catch (Exception e) {
                                        caught.add(e);
                                    }
                                }
                            })) {
                                harness.run(List.of(1));
                            }
                        })
                        .as("keyed %s, snapshots %s", keyed, at.snapshots())
                        .isInstanceOf(NullPointerException.class)
                        .hasMessageContainingAll("'window'", "emitted null");
                assertThat(caught).hasSize(2).allSatisfy(e -> assertThat(e).isSameAs(caught.get(0)));
            }
        }
    }

    /** The disk fails when the function asks for its third record, and works again. */
    @Test
    void aRecordThatCouldNotBeReadFailsTheTask() {
        IOException trouble = new IOException("trouble");
        List<Exception> caught = new ArrayList<>();
        boolean[] failed = {false};
        assertThatThrownBy(() -> {
                    try (OperatorHarness<Integer, Integer> harness =
                            harness(false, setting, (records, out) -> readOn(records.iterator(), caught))) {
                        harness.run(new ScriptedInput<>(List.of(1, 2, 3, 4), given -> {
                            if (given == 2 && !failed[0]) {
                                failed[0] = true;
                                throw trouble;
                            }
                        }));
                    }
                })
                .isSameAs(trouble);
        assertThat(caught).hasSize(10).containsOnly(trouble);
    }

    /** As {@link #aRecordThatCouldNotBeReadFailsTheTask}, of one key. */
    @Test
    void aRecordOfAKeyThatCouldNotBeReadFailsTheTask() {
        IOException trouble = new IOException("trouble");
        List<Exception> caught = new ArrayList<>();
        boolean[] failed = {false};
        assertThatThrownBy(() -> {
                    try (OperatorHarness<Integer, Integer> harness =
                            harness(true, setting, (records, out) -> readOn(records.iterator(), caught))) {
                        harness.context().between(() -> {
                            if (!failed[0]) {
                                failed[0] = true;
                                throw trouble;
                            }
                        });
                        harness.run(IntStream.range(0, 200).boxed().toList());
                    }
                })
                .isSameAs(trouble);
        assertThat(caught).hasSize(10).containsOnly(trouble);
    }

    /** Ten more times after what it caught first. */
    private static void readOn(Iterator<Integer> iterator, List<Exception> caught) {
        while (caught.size() < 10) {
            try {
                if (!iterator.hasNext()) {
                    return;
                }
                iterator.next();
            } catch (Exception e) {
                caught.add(e);
            }
        }
    }

    /** What a function throws itself leaves as it is. */
    @Test
    void whatAFunctionThrowsAfterwardsIsTheCause() {
        IOException trouble = new IOException("trouble");
        assertThatThrownBy(() -> {
                    try (OperatorHarness<Integer, Integer> harness = harness(false, setting, (records, out) -> {
                        try {
                            records.iterator().next();
                        } catch (Exception e) {
                            throw new IllegalStateException("no records", e);
                        }
                    })) {
                        harness.run(new ScriptedInput<>(List.of(1), given -> {
                            throw trouble;
                        }));
                    }
                })
                .isInstanceOf(IllegalStateException.class)
                .hasCause(trouble);
    }
}
