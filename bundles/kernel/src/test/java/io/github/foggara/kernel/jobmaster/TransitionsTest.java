package io.github.foggara.kernel.jobmaster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
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
    void everyStateOfAnExecutionThatIsNotEndedCanEnd(ExecutionState state) {
        assertThat(state.ended()).isEqualTo(reachable(state).isEmpty());
        if (!state.ended()) {
            assertThat(reachable(state)).contains(ExecutionState.CANCELED);
        }
    }

    @Test
    void anEndedExecutionStaysEnded() {
        Execution execution = new Execution(new ExecutionAttemptId(new JobId(0, 1), 0, 0, 0));
        execution.become(ExecutionState.DEPLOYING, "test");
        execution.become(ExecutionState.FINISHED, "test");
        assertThatThrownBy(() -> execution.become(ExecutionState.RUNNING, "late"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("FINISHED cannot become RUNNING", "late");
        assertThat(execution.state()).isEqualTo(ExecutionState.FINISHED);
    }

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
        Life life = new Life("j", 0, new Program(null, null, null));
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

    private static Set<ExecutionState> reachable(ExecutionState state) {
        Set<ExecutionState> reachable = EnumSet.noneOf(ExecutionState.class);
        Deque<ExecutionState> open = new ArrayDeque<>(Set.of(state));
        while (!open.isEmpty()) {
            ExecutionState next = open.pop();
            for (ExecutionState after : ExecutionState.values()) {
                if (next.mayBecome(after) && reachable.add(after)) {
                    open.push(after);
                }
            }
        }
        return reachable;
    }
}
