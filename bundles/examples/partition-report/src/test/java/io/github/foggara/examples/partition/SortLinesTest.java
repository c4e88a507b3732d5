package io.github.foggara.examples.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.SortSpec;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SortLinesTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new SortLines().graph(new JobParameters(arguments, 0, 0));
    }

    private static String order(JobGraph graph) {
        OperatorRef sort = (OperatorRef) graph.node("sort").spec();
        return SortSpec.of(sort.parameters()).criteria().toString();
    }

    @Test
    void linesAreSortedAsAWholeAndTheOrderReachesTheFile() {
        JobGraph graph = graph(Map.of("input", "a.txt", "output", "out"));
        assertThat(graph.nodes()).extracting(OperatorNode::uid).contains("lines", "ranges", "sort", "sorted");
        assertThat(order(graph)).isEqualTo("[ascending auto field *]");
        assertThat(graph.node("sort").parallelism()).as("the job's").isZero();
        assertThat(graph.warnings()).isEmpty();
        assertThat(graph.options()).containsEntry("execution.runtime-mode", "BATCH");
    }

    @Test
    void orderIsTheUsersChoice() {
        assertThat(order(graph(Map.of("input", "a", "output", "b", "order", "descending"))))
                .isEqualTo("[descending auto field *]");
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of("output", "b"))).hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a"))).hasMessageContaining("--output");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "output", "b", "order", "up")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("ascending or descending, not 'up'");
    }
}
