package io.github.foggara.examples.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.OperatorSpec.OperatorRef;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.sort.SortSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SessionReportTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new SessionReport().graph(new JobParameters(arguments, 0, 0));
    }

    @Test
    void visitsAreSortedByUserAndTimeAndTheOrderReachesTheSessions() {
        JobGraph graph = graph(Map.of("input", "visits.csv", "output", "out", "malformed", "skip"));
        assertThat(graph.nodes())
                .extracting(OperatorNode::uid)
                .containsExactly("visits", "by-time", "sessions", "report", "csv");
        OperatorRef sort = (OperatorRef) graph.node("by-time").spec();
        assertThat(SortSpec.of(sort.parameters()).criteria())
                .hasToString("[ascending auto function 1, ascending auto function 2]");
        assertThat(graph.warnings()).isEmpty();
        List<Class<?>> types = new ArrayList<>();
        graph.types().stream().map(TypeRegistration::type).forEach(types::add);
        assertThat(types).containsExactly(Visit.class, Session.class);
        assertThat(graph(Map.of("input", "visits.csv")).nodes()).hasSize(4);
    }

    @Test
    void gapIsInMinutes() {
        OperatorRef sessions = (OperatorRef)
                graph(Map.of("input", "a", "gap", "5")).node("sessions").spec();
        assertThat(sessions.functions().get(1))
                .usingRecursiveComparison()
                .isEqualTo(new CutSessions(Duration.ofMinutes(5)));
        OperatorRef usual =
                (OperatorRef) graph(Map.of("input", "a")).node("sessions").spec();
        assertThat(usual.functions().get(1))
                .usingRecursiveComparison()
                .isEqualTo(new CutSessions(Duration.ofMinutes(30)));
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of())).hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "gap", "0")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'gap'");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "top", "-1"))).hasMessageContaining("'top'");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "malformed", "yes")))
                .hasMessageContaining("fail or skip, not 'yes'");
    }

    @Test
    void mostPagesComeFirstAndTiesAreByTimeThenByUser() {
        Instant time = Instant.parse("2026-01-05T10:00:00Z");
        Session two = Session.of(new Visit("b", time, "/"), 1).with(new Visit("b", time.plusSeconds(61), "/end"));
        Session one = Session.of(new Visit("b", time, "/"), 1);
        Session later = Session.of(new Visit("a", time.plusSeconds(1), "/"), 1);
        Session other = Session.of(new Visit("a", time, "/"), 1);
        assertThat(Session.compareByPages(two, one)).isPositive();
        assertThat(Session.compareByPages(one, later)).isPositive();
        assertThat(Session.compareByPages(other, one)).isPositive();
        assertThat(two.line()).isEqualTo("b                 1 2026-01-05T10:00:00Z         61      2  / > /end");
    }

    @Test
    void aVisitWithoutAUserOrATimeIsRefused() {
        assertThatThrownBy(() -> new Visit("", Instant.EPOCH, "/")).hasMessageContaining("user");
        assertThatThrownBy(() -> new Visit("ann", null, "/")).hasMessageContaining("time");
    }
}
