package io.github.foggara.testkit.failover;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.FailoverTopology.Channel;
import io.github.foggara.api.failover.TaskId;
import java.util.List;
import org.junit.jupiter.api.Test;

class InMemoryFailoverTopologyTest {
    private static TaskId task(int vertex, int subtask) {
        return new TaskId(vertex, subtask);
    }

    private static List<TaskId> producers(FailoverTopology topology, TaskId consumer) {
        return topology.inputs(consumer).stream().map(Channel::producer).toList();
    }

    @Test
    void allToAllConnectsEachWithEach() {
        FailoverTopology topology = InMemoryFailoverTopology.of(2, 3)
                .pipelined(0, 1, Wiring.ALL_TO_ALL)
                .build();
        assertThat(topology.tasks()).hasSize(5).isSorted();
        assertThat(topology.parallelism(1)).isEqualTo(3);
        assertThat(producers(topology, task(1, 2))).containsExactly(task(0, 0), task(0, 1));
        assertThat(topology.outputs(task(0, 0)))
                .containsExactly(
                        new Channel(task(0, 0), task(1, 0), false, false),
                        new Channel(task(0, 0), task(1, 1), false, false),
                        new Channel(task(0, 0), task(1, 2), false, false));
        assertThat(topology.inputs(task(0, 0))).isEmpty();
    }

    @Test
    void pointwiseConnectsNeighbours() {
        FailoverTopology equal = InMemoryFailoverTopology.of(2, 2)
                .pipelined(0, 1, Wiring.POINTWISE)
                .build();
        assertThat(producers(equal, task(1, 1))).containsExactly(task(0, 1));
        FailoverTopology fewer = InMemoryFailoverTopology.of(4, 2)
                .pipelined(0, 1, Wiring.POINTWISE)
                .build();
        assertThat(producers(fewer, task(1, 0))).containsExactly(task(0, 0), task(0, 1));
        assertThat(producers(fewer, task(1, 1))).containsExactly(task(0, 2), task(0, 3));
        FailoverTopology more = InMemoryFailoverTopology.of(2, 3)
                .pipelined(0, 1, Wiring.POINTWISE)
                .build();
        assertThat(producers(more, task(1, 0))).containsExactly(task(0, 0));
        assertThat(producers(more, task(1, 1))).containsExactly(task(0, 0));
        assertThat(producers(more, task(1, 2))).containsExactly(task(0, 1));
    }

    @Test
    void aBlockingResultIsAvailableWhenItIsFinishedAndNotLost() {
        FailoverTopology topology = InMemoryFailoverTopology.of(3, 1)
                .blocking(0, 1, Wiring.ALL_TO_ALL)
                .finished(0, 0)
                .lost(0, 1)
                .build();
        assertThat(topology.inputs(task(1, 0))).extracting(Channel::available).containsExactly(true, false, false);
        assertThat(topology.tasks().stream().filter(topology::finished)).containsExactly(task(0, 0), task(0, 1));
    }

    @Test
    void nonsenseIsRefused() {
        InMemoryFailoverTopology.Builder builder = InMemoryFailoverTopology.of(1, 1);
        assertThatThrownBy(() -> builder.pipelined(1, 0, Wiring.POINTWISE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.pipelined(0, 2, Wiring.POINTWISE))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> builder.build().inputs(task(0, 1))).isInstanceOf(IllegalArgumentException.class);
    }
}
