package io.github.foggara.window.range;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.function.Indexed;
import io.github.foggara.api.sort.NullOrder;
import io.github.foggara.api.sort.Order;
import io.github.foggara.api.sort.SortCriterion;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.testkit.runtime.SimulatedRuntime;
import io.github.foggara.window.range.TwoPassLife.Checkpoint;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All there is to two passes is state: I8, exactly once whatever crashes. */
class RestartTest {
    private static final SortCriterion ASCENDING = SortCriterion.field("*", Order.ASCENDING, NullOrder.AUTO);
    private static final SortCriterion DESCENDING = SortCriterion.field("*", Order.DESCENDING, NullOrder.AUTO);
    private static final int SEEDS = 80;

    @TempDir
    Path directory;

    private static List<List<Integer>> records(Random random) {
        List<Integer> all = random.ints(random.nextInt(80), 0, 40).boxed().toList();
        return RangeTest.spread(all, 1 + random.nextInt(4));
    }

    @Test
    void everyRecordGetsItsIndexOnce() throws Exception {
        int checkpoints = 0;
        for (long seed : SimulatedRuntime.seeds(SEEDS).toArray()) {
            Random random = new Random(seed);
            List<List<Integer>> records = records(random);
            TwoPassJob job = TwoPassJob.index(Integer.class, directory);
            assertThat(job.run(records, random, 4)).as("seed %d", seed).isEqualTo(IndexTest.numbered(records));
            assertThat(job.residue()).as("seed %d", seed).isEmpty();
            checkpoints += job.checkpoints();
        }
        assertThat(checkpoints).isPositive();
    }

    @Test
    void everyRecordGoesToItsRangeOnce() throws Exception {
        int checkpoints = 0;
        for (long seed : SimulatedRuntime.seeds(SEEDS).toArray()) {
            Random random = new Random(seed);
            List<List<Integer>> records = records(random);
            int consumers = 1 + random.nextInt(5);
            TwoPassJob job = TwoPassJob.range(Integer.class, DESCENDING, consumers, directory);
            List<List<Integer>> received = RangeTest.received(job.run(records, random, 4), consumers);
            assertThat(RangeTest.sorted(received, Comparator.reverseOrder()))
                    .as("seed %d", seed)
                    .isEqualTo(records.stream()
                            .flatMap(List::stream)
                            .sorted(Comparator.reverseOrder())
                            .toList());
            assertThat(job.residue()).as("seed %d", seed).isEmpty();
            checkpoints += job.checkpoints();
        }
        assertThat(checkpoints).isPositive();
    }

    private static Checkpoint checkpoint(TwoPassLife life) throws Exception {
        try (TwoPassLife.Pending pending = life.begin()) {
            return pending.write();
        }
    }

    private static List<Object> flat(List<List<Object>> output) {
        return output.stream().flatMap(List::stream).toList();
    }

    /** Who is allowed to spread former partitions anew loses none of their records: as many indexes as records. */
    @Test
    void beforeAllHaveEndedAnotherParallelismIsPossible() throws Exception {
        for (int parallelism : new int[] {1, 2, 5}) {
            TwoPassJob job = TwoPassJob.index(Integer.class, directory);
            Checkpoint before;
            try (TwoPassLife life = job.life(3, null)) {
                IntStream.range(0, 30).forEach(i -> give(life, i % 2, i));
                life.end(0);
                before = checkpoint(life);
            }
            try (TwoPassLife life = job.life(parallelism, before)) {
                IntStream.range(30, 40).forEach(i -> give(life, i % parallelism, i));
                life.endAll();
                assertThat(flat(life.output()))
                        .extracting(indexed -> ((Indexed<?>) indexed).index())
                        .containsExactlyElementsOf(
                                IntStream.range(0, 40).mapToObj(i -> (long) i).toList());
                assertThat(flat(life.output()))
                        .<Object>extracting(indexed -> ((Indexed<?>) indexed).record())
                        .containsExactlyInAnyOrderElementsOf(
                                IntStream.range(0, 40).boxed().toList());
            }
        }
    }

    @Test
    void rangesKeepTheirOrderWithAnotherParallelism() throws Exception {
        TwoPassJob job = TwoPassJob.range(Integer.class, ASCENDING, 4, directory);
        Checkpoint before;
        try (TwoPassLife life = job.life(3, null)) {
            IntStream.range(0, 300).forEach(i -> give(life, i % 3, i * 7 % 300));
            life.end(1);
            before = checkpoint(life);
        }
        try (TwoPassLife life = job.life(2, before)) {
            life.endAll();
            List<List<Integer>> received = RangeTest.received(life.output(), 4);
            assertThat(RangeTest.sorted(received, Comparator.naturalOrder()))
                    .isEqualTo(IntStream.range(0, 300).boxed().toList());
            assertThat(received).allSatisfy(part -> assertThat(part).hasSize(75));
        }
    }

    private static void give(TwoPassLife life, int subtask, Object record) {
        try {
            life.give(subtask, record);
        } catch (Exception e) {
            throw new AssertionError(e);
        }
    }

    /** From then on records may have left by the numbers of the former parallelism. */
    @Test
    void whenAllHaveEndedAnotherParallelismIsRefused() throws Exception {
        TwoPassJob job = TwoPassJob.index(Integer.class, directory);
        Checkpoint before;
        try (TwoPassLife life = job.life(2, null)) {
            give(life, 0, 1);
            life.end(0);
            life.end(1);
            before = checkpoint(life);
        }
        assertThatThrownBy(() -> job.life(1, before))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("'window'", "2 subtasks", "cannot go on with 1", "former parallelism");
        assertThat(job.residue()).isEmpty();
        try (TwoPassLife life = job.life(2, before)) {
            life.endAll();
            assertThat(flat(life.output())).containsExactly(new Indexed<>(0, 1));
        }
    }

    /** Keys of the former order say nothing about those of now. */
    @Test
    void anotherOrderForgetsKeysAndIsRefusedWhenAllHaveEnded() throws Exception {
        Checkpoint early;
        Checkpoint late;
        try (TwoPassLife life =
                TwoPassJob.range(Integer.class, ASCENDING, 4, directory).life(2, null)) {
            IntStream.range(0, 100).forEach(i -> give(life, i % 2, i));
            life.end(0);
            early = checkpoint(life);
            life.end(1);
            late = checkpoint(life);
        }
        TwoPassJob other = TwoPassJob.range(Integer.class, DESCENDING, 4, directory);
        try (TwoPassLife life = other.life(2, early)) {
            IntStream.range(100, 200).forEach(i -> give(life, 1, i));
            life.endAll();
            List<Integer> expected =
                    new ArrayList<>(IntStream.range(0, 200).boxed().toList());
            expected.sort(Comparator.reverseOrder());
            assertThat(RangeTest.sorted(RangeTest.<Integer>received(life.output(), 4), Comparator.reverseOrder()))
                    .isEqualTo(expected);
        }
        assertThatThrownBy(() -> other.life(2, late))
                .isInstanceOf(IncompatibleStateException.class)
                .hasMessageContainingAll("another order", "ascending auto field *", "descending auto field *");
    }
}
