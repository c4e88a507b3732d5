package io.github.foggara.window.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Indexed;
import io.github.foggara.testkit.task.OperatorHarness;
import io.github.foggara.testkit.task.TaskSetting;
import io.github.foggara.window.SpillPlaces;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Records get consecutive numbers. */
class IndexTest {
    @TempDir
    Path directory;

    /** Numbers of the records as they stand, subtask after subtask. */
    static List<List<Object>> numbered(List<? extends List<?>> records) {
        List<List<Object>> numbered = new ArrayList<>();
        long next = 0;
        for (List<?> part : records) {
            List<Object> of = new ArrayList<>();
            for (Object record : part) {
                of.add(new Indexed<>(next++, record));
            }
            numbered.add(of);
        }
        return numbered;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void indexesFollowEachOtherOverAllSubtasks(int subtasks) throws Exception {
        List<List<String>> records = IntStream.range(0, subtasks)
                .mapToObj(subtask -> IntStream.range(0, 10 * (subtask % 3))
                        .mapToObj(i -> subtask + "/" + i)
                        .toList())
                .toList();
        TwoPassJob job = TwoPassJob.index(String.class, directory);
        assertThat(job.run(records)).isEqualTo(numbered(records));
        assertThat(job.residue()).isEmpty();
    }

    /** Its numbers would be wrong without a trace: as many subtasks are heard of as there are. */
    @Test
    void aTallyOfAnotherParallelismIsRefused() throws Exception {
        byte[] tally = new Tally(0, 2, List.of()).encode();
        SpillPlaces places = new SpillPlaces(directory);
        try (OperatorHarness<Object, Object> harness =
                new OperatorHarness<>(new IndexOperator(places), TaskSetting.of(Integer.class))) {
            harness.open();
            assertThatThrownBy(() -> harness.process(SecondPass.TALLIES, tally))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("'window'", "subtask 0 of 2", "there are 1 subtasks");
        }
    }

    @Test
    void emptySubtasksTakeNoIndex() throws Exception {
        List<List<Integer>> records = List.of(List.of(), List.of(5, 6), List.of(), List.of(7));
        assertThat(TwoPassJob.index(Integer.class, directory).run(records))
                .containsExactly(
                        List.of(),
                        List.of(new Indexed<>(0, 5), new Indexed<>(1, 6)),
                        List.of(),
                        List.of(new Indexed<>(2, 7)));
        assertThat(TwoPassJob.index(Integer.class, directory).run(List.of(List.of(), List.of())))
                .containsExactly(List.of(), List.of());
    }

    /** More than memory holds goes to the disk. */
    @Test
    void manyRecordsComeInTheOrderOfArrival() throws Exception {
        List<List<Integer>> records =
                RangeTest.spread(IntStream.range(0, 200_000).boxed().toList(), 2);
        assertThat(TwoPassJob.index(Integer.class, directory).run(records)).isEqualTo(numbered(records));
    }

    /** Both passes have to see the same records. */
    @Test
    void aRecordThatWasNotCountedIsFound() throws Exception {
        try (TwoPassLife life = TwoPassJob.index(Integer.class, directory).life(2, null)) {
            life.give(0, 1);
            life.end(0);
            life.give(0, 2);
            life.end(1);
            life.endRecords(0);
            assertThatThrownBy(() -> life.endTallies(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("has 2 records in subtask 0, but 1 were counted before");
        }
    }

    @Test
    void aTallyThatDidNotComeIsFound() throws Exception {
        try (TwoPassLife life = TwoPassJob.index(Integer.class, directory).life(2, null)) {
            life.end(0);
            life.endTallies(0);
            assertThatThrownBy(() -> life.endRecords(0))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("heard of the records of [0], but there are 2 subtasks");
        }
    }
}
