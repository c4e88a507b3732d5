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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class LatencyReportTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new LatencyReport().graph(new JobParameters(arguments, 0, 0));
    }

    private static SortSpec slowest(JobGraph graph) {
        return SortSpec.of(((OperatorRef) graph.node("slowest").spec()).parameters());
    }

    @Test
    void eachServiceHasItsLatenciesAndItsSlowestRequests() {
        JobGraph graph = graph(Map.of("input", "requests.csv"));
        assertThat(graph.nodes())
                .extracting(OperatorNode::uid)
                .containsExactly("requests", "latencies", "slowest", "report", "slowest-requests");
        assertThat(graph.edgesFrom("requests")).extracting(e -> e.to()).containsExactly("latencies", "slowest");
        assertThat(graph.node("latencies").name()).isEqualTo("latencies");
        assertThat(slowest(graph).criteria()).hasToString("[descending auto function 1, ascending auto function 2]");
        assertThat(slowest(graph).limit()).isEqualTo(3);
        assertThat(graph.warnings()).isEmpty();
        assertThat(graph.options()).containsEntry("execution.runtime-mode", "BATCH");
        List<Class<?>> types = new ArrayList<>();
        graph.types().stream().map(TypeRegistration::type).forEach(types::add);
        assertThat(types).contains(Request.class, Latencies.class, ServiceLatency.class);
    }

    @Test
    void withOutputBothTablesAreWritten() {
        JobGraph graph = graph(Map.of("input", "a", "output", "out", "slowest", "7", "malformed", "skip"));
        assertThat(graph.edgesFrom("latencies")).extracting(e -> e.to()).containsExactly("report", "services-csv");
        assertThat(graph.edgesFrom("slowest"))
                .extracting(e -> e.to())
                .containsExactly("slowest-requests", "slowest-csv");
        assertThat(slowest(graph).limit()).isEqualTo(7);
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of())).hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "slowest", "0")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("'slowest'");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "top", "many"))).hasMessageContaining("'top'");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "malformed", "ignore")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("fail or skip, not 'ignore'");
    }

    @Test
    void theReportGroupsRequestsByServiceAndServicesByTheirSlowest() {
        List<Request> requests = Stream.of(
                        new Request("b", 9, "/x"),
                        new Request("a", 1, "/y"),
                        new Request("a", 2, "/z"),
                        new Request("a", 2, "/a"))
                .sorted((left, right) -> Request.compareByService(right, left))
                .toList();
        assertThat(requests).extracting(Request::url).containsExactly("/a", "/z", "/y", "/x");
        ServiceLatency slow = new ServiceLatency("z", 1, 1, 1, 9);
        ServiceLatency fast = new ServiceLatency("a", 1, 1, 1, 8);
        ServiceLatency twin = new ServiceLatency("y", 1, 1, 1, 9);
        assertThat(ServiceLatency.compareByP99(slow, fast)).isPositive();
        assertThat(ServiceLatency.compareByP99(twin, slow)).isPositive();
        assertThat(slow.line()).hasSameSizeAs(ServiceLatency.HEADING);
        assertThat(requests.get(3).line()).isEqualTo("b                         9  /x");
    }
}
