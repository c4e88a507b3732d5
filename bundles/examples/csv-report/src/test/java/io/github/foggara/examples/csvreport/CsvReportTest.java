package io.github.foggara.examples.csvreport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.foggara.api.graph.JobGraph;
import io.github.foggara.api.graph.OperatorNode;
import io.github.foggara.api.graph.TypeRegistration;
import io.github.foggara.api.job.JobDefinitionException;
import io.github.foggara.api.job.JobParameters;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CsvReportTest {
    private static JobGraph graph(Map<String, String> arguments) {
        return new CsvReport().graph(new JobParameters(arguments, 0, 0));
    }

    private static Order order(int quantity, String price) {
        return new Order("north", "toys", quantity, new BigDecimal(price));
    }

    @Test
    void graphIsALineWithOneOrTwoSinks() {
        assertThat(graph(Map.of("input", "orders.csv")).nodes())
                .extracting(OperatorNode::uid)
                .containsExactly("orders", "amounts", "sales", "summaries", "report");
        JobGraph graph = graph(Map.of("input", "orders.csv", "output", "out", "malformed", "skip"));
        assertThat(graph.edgesFrom("summaries")).extracting(e -> e.to()).containsExactly("report", "csv");
        List<Class<?>> types = new ArrayList<>();
        graph.types().stream().map(TypeRegistration::type).forEach(types::add);
        assertThat(types).isEqualTo(List.of(Order.class, Sales.class, Group.class, Summary.class));
    }

    @Test
    void argumentsAreChecked() {
        assertThatThrownBy(() -> graph(Map.of())).hasMessageContaining("--input");
        assertThatThrownBy(() -> graph(Map.of("input", "a", "malformed", "ignore")))
                .isInstanceOf(JobDefinitionException.class)
                .hasMessageContaining("fail or skip, not 'ignore'");
    }

    @Test
    void summaryIsTheSameInAnyOrder() {
        List<Order> orders =
                new ArrayList<>(List.of(order(1, "0.10"), order(3, "2.5"), order(2, "10.01"), order(1, "3.333")));
        Summary expected = new Summary(
                "north",
                "toys",
                4,
                7,
                new BigDecimal("30.95"),
                new BigDecimal("0.10"),
                new BigDecimal("20.02"),
                new BigDecimal("7.74"));
        Random random = new Random(7);
        for (int round = 0; round < 24; round++) {
            Collections.shuffle(orders, random);
            Sales sales = orders.stream().map(Sales::of).reduce(Sales::plus).orElseThrow();
            assertThat(Summary.of(sales)).isEqualTo(expected);
        }
    }

    @Test
    void meanIsRoundedHalfUp() {
        Sales sales = Sales.of(order(1, "0.01")).plus(Sales.of(order(1, "0.02")));
        assertThat(Summary.of(sales).mean()).isEqualTo(new BigDecimal("0.02"));
    }

    @Test
    void orderWithoutAPriceIsRefused() {
        assertThatThrownBy(() -> new Order("north", "toys", 1, null)).hasMessageContaining("price");
    }

    @Test
    void largestTotalComesFirstAndTiesAreAlphabetical() {
        Summary small = Summary.of(Sales.of(order(1, "1")));
        Summary large = Summary.of(Sales.of(order(2, "1")));
        Summary other = Summary.of(Sales.of(new Order("east", "toys", 2, BigDecimal.ONE)));
        assertThat(Summary.compareByTotal(large, small)).isPositive();
        assertThat(Summary.compareByTotal(other, large)).isPositive();
        assertThat(Summary.compareByTotal(large, large)).isZero();
        assertThat(small.line()).hasSameSizeAs(Summary.HEADING);
    }
}
