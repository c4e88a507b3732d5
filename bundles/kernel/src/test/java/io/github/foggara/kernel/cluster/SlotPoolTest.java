package io.github.foggara.kernel.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.rpc.ContainerId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SlotPoolTest {
    private static final JobId JOB = new JobId(1, 1);
    private static final JobId OTHER = new JobId(2, 2);
    private static final ContainerId A = new ContainerId(0, 1);
    private static final ContainerId B = new ContainerId(0, 2);
    private static final ContainerId C = new ContainerId(0, 3);

    private final SlotPool pool = new SlotPool();

    private static ExecutionAttemptId attempt(JobId job, int vertex, int subtask) {
        return new ExecutionAttemptId(job, vertex, subtask, 0);
    }

    /** Subtasks of vertices with these parallelisms. */
    private static List<ExecutionAttemptId> attempts(JobId job, int... parallelisms) {
        List<ExecutionAttemptId> all = new ArrayList<>();
        for (int vertex = 0; vertex < parallelisms.length; vertex++) {
            for (int subtask = 0; subtask < parallelisms[vertex]; subtask++) {
                all.add(attempt(job, vertex, subtask));
            }
        }
        return all;
    }

    private static Map<ContainerId, Long> perHome(SlotPool.Placed placed) {
        return placed.places().values().stream().collect(Collectors.groupingBy(home -> home, Collectors.counting()));
    }

    @Test
    void aJobNeedsAsManySlotsAsItsLargestParallelism() {
        pool.add(A, 2);
        pool.add(B, 2);
        SlotPool.Placed placed = pool.place(attempts(JOB, 1, 4, 2));
        assertThat(placed.missing()).isZero();
        assertThat(pool.available()).isZero();
        assertThat(placed.places()).hasSize(7);
    }

    @Test
    void jobsAreSpreadEvenlyByTheirPartOfTheSlots() {
        pool.add(A, 4);
        pool.add(B, 4);
        pool.add(C, 4);
        assertThat(perHome(pool.place(attempts(JOB, 6)))).isEqualTo(Map.of(A, 2L, B, 2L, C, 2L));
        assertThat(perHome(pool.place(attempts(OTHER, 3)))).isEqualTo(Map.of(A, 1L, B, 1L, C, 1L));
    }

    @Test
    void subtasksOfOneIndexShareASlot() {
        pool.add(A, 1);
        pool.add(B, 1);
        Map<ExecutionAttemptId, ContainerId> places =
                pool.place(attempts(JOB, 2, 2, 2)).places();
        for (int subtask = 0; subtask < 2; subtask++) {
            ContainerId home = places.get(attempt(JOB, 0, subtask));
            assertThat(places.get(attempt(JOB, 1, subtask))).isEqualTo(home);
            assertThat(places.get(attempt(JOB, 2, subtask))).isEqualTo(home);
        }
        assertThat(places.get(attempt(JOB, 0, 0))).isNotEqualTo(places.get(attempt(JOB, 0, 1)));
    }

    @Test
    void allOrNothingIsPlacedAndWhatIsMissingIsCounted() {
        pool.add(A, 2);
        SlotPool.Placed placed = pool.place(attempts(JOB, 3, 5, 1));
        assertThat(placed.missing()).isEqualTo(3);
        assertThat(placed.places()).isEmpty();
        assertThat(pool.available()).isEqualTo(2);
        assertThat(pool.place(attempts(OTHER, 2, 2)).missing()).isZero();
    }

    @Test
    void jobsDoNotShareSlots() {
        pool.add(A, 2);
        pool.place(attempts(JOB, 1));
        assertThat(pool.place(attempts(OTHER, 2)).missing()).isEqualTo(1);
        assertThat(pool.place(attempts(OTHER, 1)).missing()).isZero();
    }

    @Test
    void aSlotIsFreeWhenTheLastTaskInItHasEnded() {
        pool.add(A, 1);
        pool.place(attempts(JOB, 1, 1));
        pool.free(attempt(JOB, 0, 0));
        assertThat(pool.available()).isZero();
        assertThat(pool.place(List.of(new ExecutionAttemptId(JOB, 0, 0, 1))).missing())
                .isZero();
        pool.free(new ExecutionAttemptId(JOB, 0, 0, 1));
        pool.free(attempt(JOB, 1, 0));
        assertThat(pool.available()).isEqualTo(1);
    }

    @Test
    void aSlotWhoseTaskDoesNotEndIsGivenUpUntilItDoesAlsoWhenTheJobIsOver() {
        pool.add(A, 1);
        pool.place(attempts(JOB, 1));
        pool.hangs(attempt(JOB, 0, 0), A);
        pool.free(attempt(JOB, 0, 0));
        assertThat(pool.place(List.of(new ExecutionAttemptId(JOB, 0, 0, 1))).missing())
                .isEqualTo(1);
        pool.release(JOB);
        assertThat(pool.available()).isZero();
        assertThat(pool.place(attempts(OTHER, 1)).missing()).isEqualTo(1);
        pool.returned(attempt(JOB, 0, 0), B);
        assertThat(pool.available()).as("not of that TaskManager").isZero();
        pool.returned(attempt(JOB, 0, 0), A);
        assertThat(pool.available()).isEqualTo(1);
        assertThat(pool.place(attempts(OTHER, 1)).missing()).isZero();
    }

    @Test
    void aSlotWhereSomethingHangsGoesWithItsTaskManager() {
        pool.add(A, 1);
        pool.hangs(attempt(JOB, 0, 0), A);
        assertThat(pool.available()).isZero();
        pool.remove(A);
        pool.add(A, 1);
        pool.returned(attempt(JOB, 0, 0), A);
        assertThat(pool.available()).isEqualTo(1);
    }

    /** With work for each attempt that grows with their number, this took minutes. */
    @Test
    @Timeout(60)
    void tensOfThousandsOfSlotsAreNoMatter() {
        int slots = 64_000;
        for (int i = 0; i < slots; i++) {
            pool.add(new ContainerId(1, i), 1);
        }
        List<ExecutionAttemptId> all = attempts(JOB, slots / 2, slots, slots);
        assertThat(pool.place(all).missing()).isZero();
        all.forEach(pool::free);
        assertThat(pool.available()).isEqualTo(slots);
    }

    @Test
    void slotsLeaveWithTheirTaskManager() {
        pool.add(A, 1);
        pool.add(B, 1);
        pool.place(attempts(JOB, 2));
        pool.remove(A);
        assertThat(pool.total()).isEqualTo(1);
        assertThat(pool.place(List.of(new ExecutionAttemptId(JOB, 0, 0, 1))).missing())
                .isEqualTo(1);
    }
}
