package io.github.foggara.kernel.jobmaster.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ExecutionStateTest {
    @ParameterizedTest
    @EnumSource
    void everyStateThatIsNotEndedCanEnd(ExecutionState state) {
        assertThat(state.ended()).isEqualTo(reachable(state).isEmpty());
        if (!state.ended()) {
            assertThat(reachable(state)).contains(ExecutionState.CANCELED);
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
