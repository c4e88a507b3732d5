package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.kernel.program.Program;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TransitionsTest {

    @ParameterizedTest
    @EnumSource
    void everyStepOfALifeLeadsToItsEnd(LifeStep step) {
        Deque<LifeStep> open = new ArrayDeque<>(Set.of(step));
        Set<LifeStep> seen = EnumSet.of(step);
        while (!open.isEmpty()) {
            LifeStep next = open.pop();
            for (LifeStep after : LifeStep.values()) {
                if (next.mayBecome(after) && seen.add(after)) {
                    open.push(after);
                }
            }
        }
        assertThat(seen).contains(LifeStep.OVER);
    }

    @Test
    void aLifeDoesNotSkipSteps() {
        Life life = new Life("j", 0, new Program(null, null, null), null);
        assertThatThrownBy(() -> life.become(LifeStep.RUNNING, "test")).isInstanceOf(IllegalStateException.class);
        assertThat(life.step()).isEqualTo(LifeStep.BEGINNING);
    }

    @Test
    void aJobThatIsOverStaysOver() {
        JobStateCell cell = new JobStateCell("j");
        cell.become(JobStatus.RUNNING, "test");
        cell.become(JobStatus.FAILING, "test");
        assertThatThrownBy(() -> cell.become(JobStatus.CANCELLING, "test"))
                .hasMessageContaining("FAILING cannot become CANCELLING");
        cell.become(JobStatus.FAILED, "test");
        for (JobStatus state : JobStatus.values()) {
            if (state != JobStatus.FAILED) {
                assertThatThrownBy(() -> cell.become(state, "test")).isInstanceOf(IllegalStateException.class);
            }
        }
    }
}
