package io.github.foggara.examples.wordcount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class WordCountTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new WordCount().graph(new JobParameters(arguments, 0, 0));
    }

    @Test
    void withoutOutputItReportsOnly() {
        JobGraph graph = graph(Map.of("input", "LICENSE"));
        assertThat(graph.nodes()).extracting(OperatorNode::uid).containsExactly("lines", "split", "count", "top");
        assertThat(graph.node("top").name()).isEqualTo("top 10");
        assertThat(graph.node("split").outputType()).isEqualTo(Tally.class);
        assertThat(graph.types()).containsExactly(new TypeRegistration(Tally.class));
        assertThat(graph.options()).containsEntry("execution.runtime-mode", "BATCH");
    }

    @Test
    void withOutputItWritesTheCountsToo() {
        JobGraph graph = graph(Map.of("input", "LICENSE", "output", "counts", "top", "3"));
        assertThat(graph.edgesFrom("count")).extracting(e -> e.to()).containsExactly("top", "counts");
        assertThat(graph.node("top").name()).isEqualTo("top 3");
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of()))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "top", "0")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'top'");
    }

    @Test
    void orderIsTotalSoThatEveryRunShowsTheSame() {
        List<Tally> sorted = Stream.of(new Tally("b", 2), new Tally("c", 7), new Tally("a", 2))
                .sorted(Tally::compareByCount)
                .toList();
        assertThat(sorted).extracting(Tally::word).containsExactly("b", "a", "c");
        assertThat(new Tally("a", 12).line()).isEqualTo("        12  a");
    }
}
