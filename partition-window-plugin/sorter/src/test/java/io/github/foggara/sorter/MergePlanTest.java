package io.github.foggara.sorter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class MergePlanTest {
    private static MergePlan next(List<Long> runs, int fan) {
        return MergePlan.next(runs.stream().mapToLong(Long::longValue).toArray(), fan);
    }

    private static void apply(MergePlan plan, List<Long> runs) {
        List<Long> part = runs.subList(plan.first(), plan.first() + plan.count());
        long sum = part.stream().mapToLong(Long::longValue).sum();
        part.clear();
        runs.add(plan.first(), sum);
    }

    @Test
    void hasNothingToDoForAsManyRunsAsCanBeMergedAtOnce() {
        assertThat(MergePlan.next(new long[0], 2).count()).isZero();
        assertThat(MergePlan.next(new long[] {5, 6}, 2).count()).isZero();
        assertThat(MergePlan.next(new long[128], 128).count()).isZero();
    }

    @Test
    void makesAllPassesFullButTheFirst() {
        for (int fan = 2; fan < 20; fan++) {
            for (int count = fan + 1; count < 200; count++) {
                List<Long> runs = new ArrayList<>(Collections.nCopies(count, 1L));
                MergePlan plan = next(runs, fan);
                assertThat(plan.count()).isEqualTo((count - 2) % (fan - 1) + 2);
                for (apply(plan, runs); next(runs, fan).count() > 0; apply(plan, runs)) {
                    plan = next(runs, fan);
                    assertThat(plan.count()).isEqualTo(fan);
                }
                assertThat(runs).hasSize(fan);
            }
        }
    }

    @Test
    void mergesTheSmallestNeighbours() {
        assertThat(next(Arrays.asList(9L, 4L, 1L, 3L, 9L, 2L), 2)).isEqualTo(new MergePlan(2, 2));
        assertThat(next(Arrays.asList(1L, 9L, 1L, 9L, 1L), 4)).isEqualTo(new MergePlan(0, 2));
    }

    @Test
    void needsEightLevelsForTwoHundredRunsTwoByTwo() {
        List<Long> runs = new ArrayList<>(Collections.nCopies(200, 1L));
        long rewritten = 0;
        for (MergePlan plan = next(runs, 2); plan.count() > 0; plan = next(runs, 2)) {
            apply(plan, runs);
            rewritten += runs.get(plan.first());
        }
        assertThat(rewritten / 200.0).isBetween(6.5, 7.0);
    }

    @Test
    void rewritesAboutTheLogarithmWhateverTheSizes() {
        Random random = new Random(1);
        for (int i = 0; i < 50; i++) {
            List<Long> runs = new ArrayList<>();
            for (int run = 0; run < 300; run++) {
                runs.add(1L + random.nextInt(random.nextBoolean() ? 1000 : 10));
            }
            long all = runs.stream().mapToLong(Long::longValue).sum();
            long rewritten = 0;
            for (MergePlan plan = next(runs, 10); plan.count() > 0; plan = next(runs, 10)) {
                apply(plan, runs);
                rewritten += runs.get(plan.first());
            }
            assertThat((double) rewritten / all).isLessThan(2.2);
        }
    }
}
