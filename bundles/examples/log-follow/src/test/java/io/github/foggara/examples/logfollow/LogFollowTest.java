package io.github.foggara.examples.logfollow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LogFollowTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new LogFollow().graph(new JobParameters(arguments, 0, 0));
    }

    private static List<Entry> parse(String line) {
        List<Entry> entries = new ArrayList<>();
        Entry.parse(line, entries::add);
        return entries;
    }

    @Test
    void graphIsALineWithItsOptions() {
        JobGraph graph = graph(Map.of("input", "logs", "output", "out"));
        assertThat(graph.nodes()).extracting(OperatorNode::uid).containsExactly("logs", "entries", "number", "csv");
        assertThat(graph.options())
                .containsEntry("execution.runtime-mode", "STREAMING")
                .containsEntry("execution.checkpointing.interval", "1 s");
        List<Class<?>> types = new ArrayList<>();
        graph.types().stream().map(TypeRegistration::type).forEach(types::add);
        assertThat(types).contains(Entry.class, Numbered.class);
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of("output", "b"))).hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a"))).hasMessageContaining("--output");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "output", "b", "every", "0")))
                .isInstanceOf(JobDefinitionException.class);
        assertThatThrownBy(() -> graph(Map.of("input", "a", "output", "b", "lost", "ignore")))
                .hasMessageContaining("fail or skip, not 'ignore'");
        assertThat(graph(Map.of("input", "a", "output", "b", "lost", "skip")).nodes())
                .hasSize(4);
    }

    @Test
    void theKeyIsTheFirstWord() {
        assertThat(parse("alice logged in ")).containsExactly(new Entry("alice", "alice logged in"));
        assertThat(parse("\tbob\tleft")).containsExactly(new Entry("bob", "bob\tleft"));
        assertThat(parse("word")).containsExactly(new Entry("word", "word"));
        assertThat(parse("  ")).isEmpty();
    }
}
