package io.github.foggara.kernel.remote;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.execution.JobId;
import org.junit.jupiter.api.Test;

class PastEpochsTest {
    private final PastEpochs past = new PastEpochs();

    @Test
    void itRemembersThoseThatEndedLast() {
        JobId again = new JobId(0, 1);
        assertThat(past.lowest(again)).isEqualTo(Long.MIN_VALUE);
        for (int i = 1; i <= PastEpochs.REMEMBERED; i++) {
            past.over(new JobId(0, i), i);
        }
        past.over(again, 7);
        past.over(new JobId(1, 0), 3);
        assertThat(past.lowest(again)).isEqualTo(7);
        assertThat(past.lowest(new JobId(0, 2))).as("the one that ended first").isEqualTo(Long.MIN_VALUE);
        assertThat(past.lowest(new JobId(0, 3))).isEqualTo(3);
    }
}
