package io.github.foggara.kernel.program;

import io.github.foggara.api.function.MapFunction;
import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.OperatorSpec.CollectionSpec;
import io.github.foggara.api.graph.OperatorSpec.MapSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.api.graph.StreamEdge;
import io.github.foggara.api.job.JobDefinition;
import io.github.foggara.api.job.JobParameters;
import java.util.List;
import java.util.Map;

/** Programs made by hand, without the DataStream API. */
final class TestPrograms {
    static final JobParameters PARAMETERS = new JobParameters(Map.of(), 1_700_000_000_000L, 42);

    private TestPrograms() {}

    static Program program(JobDefinition definition) {
        return new Program(
                new ProgramId("test-job", "test 1.0.0", "00"), definition, TestPrograms.class.getClassLoader());
    }

    /** Three numbers through one function. */
    static JobGraph mapping(MapFunction<?, ?> function) {
        return graph(new CollectionSpec(List.of(1, 2, 3)), new MapSpec(function), 0);
    }

    static JobGraph graph(OperatorSpec head, OperatorSpec tail, int parallelism) {
        return new JobGraph(
                List.of(
                        new OperatorNode("numbers", "numbers", head, 1, Integer.class, true),
                        new OperatorNode("tail", "tail", tail, parallelism, null, true)),
                List.of(new StreamEdge("numbers", "tail", 0, new Partitioning.Forward())),
                List.of(),
                Map.of());
    }
}
