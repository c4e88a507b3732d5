package io.github.foggara.kernel.plan;

import static io.github.foggara.kernel.fixture.Graphs.graph;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.OperatorSpec.SourceSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.RuntimeMode;
import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.kernel.fixture.FakeSource;
import io.github.foggara.kernel.fixture.Graphs;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChainPlannerTest {

    static Stream<Arguments> chains() {
        return Stream.of(
                Arguments.of(
                        "a forward line is one vertex",
                        graph().source("a", 0)
                                .map("b", 0)
                                .map("c", 0)
                                .forward("a", "b")
                                .forward("b", "c"),
                        List.of(List.of("a", "b", "c"))),
                Arguments.of(
                        "a rebalance cuts",
                        graph().source("a", 0).map("b", 0).edge("a", "b", new Partitioning.Rebalance()),
                        List.of(List.of("a"), List.of("b"))),
                Arguments.of(
                        "a tree stays together",
                        graph().source("a", 0)
                                .map("b", 0)
                                .map("c", 0)
                                .forward("a", "b")
                                .forward("a", "c"),
                        List.of(List.of("a", "b", "c"))));
    }

    static Stream<Arguments> cuts() {
        return Stream.of(
                Arguments.of(
                        "a union begins a vertex",
                        graph().source("a", 0)
                                .source("b", 0)
                                .map("c", 0)
                                .map("d", 0)
                                .forward("a", "c")
                                .forward("b", "c")
                                .forward("c", "d"),
                        List.of(List.of("a"), List.of("b"), List.of("c", "d"))),
                Arguments.of(
                        "what must not be chained is not",
                        graph().source("a", 0)
                                .node("b", new SourceSpec(FakeSource.bounded()), 0, false)
                                .map("c", 0)
                                .forward("a", "b")
                                .forward("b", "c"),
                        List.of(List.of("a"), List.of("b", "c"))),
                Arguments.of(
                        "the job's parallelism equals the same number set by hand",
                        graph().source("a", 0).map("b", 4).forward("a", "b"),
                        List.of(List.of("a", "b"))));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource({"chains", "cuts"})
    void chains(String what, Graphs graph, List<List<String>> vertices) {
        JobPlan plan = plan(graph.build(), Map.of("parallelism", "4"));
        assertThat(plan.vertices()).extracting(PlanVertex::chain).isEqualTo(vertices);
        assertThat(plan.vertices()).allMatch(v -> v.parallelism() == 4);
    }

    @Test
    void edgesBetweenVerticesKeepTheirIndexAndCountOutputs() {
        JobPlan plan = plan(
                graph().source("a", 2)
                        .map("b", 2)
                        .map("c", 3)
                        .map("d", 5)
                        .forward("a", "b")
                        .edge("b", "c", new Partitioning.Rescale())
                        .edge("a", "d", new Partitioning.Broadcast())
                        .build(),
                Map.of());
        assertThat(plan.edges())
                .containsExactly(
                        new PlanEdge(1, 0, 1, 0, 0, PlanEdge.Pattern.POINTWISE),
                        new PlanEdge(2, 0, 2, 0, 1, PlanEdge.Pattern.ALL_TO_ALL));
        assertThat(plan.vertices().get(0).source()).isTrue();
        assertThat(plan.vertices().get(1).source()).isFalse();
    }

    @Test
    void forwardWithUnequalParallelismIsRefusedInWords() {
        JobGraph graph = graph().source("a", 2).map("b", 3).forward("a", "b").build();
        assertThatThrownBy(() -> plan(graph, Map.of()))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContainingAll("'a'", "parallelism 2", "'b'", "parallelism 3", "rebalance()");
    }

    @Test
    void aDirectEdgeReachesEverySubtaskAndComesFromAPlugin() {
        Graphs graph = graph().source("a", 2)
                .node("b", new OperatorRef("p", "b", Map.of(), List.of()), 2)
                .map("c", 3)
                .forward("a", "b");
        JobPlan plan = plan(graph.edge("b", "c", new Partitioning.Direct()).build(), Map.of());
        assertThat(plan.edges()).containsExactly(new PlanEdge(1, 0, 1, 0, 0, PlanEdge.Pattern.ALL_TO_ALL));

        JobGraph wrong = graph().source("a", 2)
                .map("b", 2)
                .edge("a", "b", new Partitioning.Direct())
                .build();
        assertThatThrownBy(() -> plan(wrong, Map.of()))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContainingAll("'a'", "'b'", "Direct", "operator of a plugin");
    }

    @Test
    void parallelismIsBoundedByMaxParallelism() {
        JobGraph graph = graph().source("a", 9).build();
        assertThatThrownBy(() -> plan(graph, Map.of("pipeline.max-parallelism", "8")))
                .hasMessageContainingAll("'a'", "9", "pipeline.max-parallelism = 8");
        assertThat(plan(graph, Map.of()).maxParallelism()).isEqualTo(128);
        assertThat(plan(graph().source("a", 100).build(), Map.of()).maxParallelism())
                .isEqualTo(256);
        assertThat(plan(graph().source("a", 4096).build(), Map.of()).maxParallelism())
                .isEqualTo(8192);
    }

    @Test
    void whatOneContainerCannotRunIsRefusedInWords() {
        JobGraph wide = graph().source("a", 0)
                .map("b", 0)
                .edge("a", "b", new Partitioning.Rebalance())
                .build();
        assertThat(plan(wide, Map.of("parallelism", "512")).vertices()).hasSize(2);
        assertThatThrownBy(() -> plan(wide, Map.of("parallelism", "513")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("263169 channels")
                .hasMessageContaining("parallelism");

        JobGraph many = graph().source("a", 0).build();
        assertThat(plan(many, Map.of("parallelism", "4096")).vertices()).hasSize(1);
        assertThatThrownBy(() -> plan(many, Map.of("parallelism", "4097"))).hasMessageContaining("4097 tasks");
    }

    @Test
    void modeFollowsTheSources() {
        JobGraph bounded = graph().source("a", 1).build();
        JobGraph unbounded = graph().source("a", 1)
                .node("b", new SourceSpec(new FakeSource(Boundedness.UNBOUNDED, c -> {})), 1)
                .build();
        assertThat(plan(bounded, Map.of()).mode()).isEqualTo(RuntimeMode.BATCH);
        assertThat(plan(unbounded, Map.of()).mode()).isEqualTo(RuntimeMode.STREAMING);
        assertThat(plan(bounded, Map.of("execution.runtime-mode", "streaming")).mode())
                .isEqualTo(RuntimeMode.STREAMING);
        assertThatThrownBy(() -> plan(unbounded, Map.of("execution.runtime-mode", "batch")))
                .hasMessageContainingAll("'b' never ends", "AUTOMATIC");
    }

    private static JobPlan plan(JobGraph graph, Map<String, String> options) {
        return ChainPlanner.plan(graph, "f", new Configuration(options));
    }
}
