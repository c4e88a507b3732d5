package io.github.foggara.testkit.failover;

import static io.github.foggara.testkit.failover.FailoverScenario.coordinatorFailure;
import static io.github.foggara.testkit.failover.FailoverScenario.failure;
import static io.github.foggara.testkit.failover.FailoverScenario.history;
import static io.github.foggara.testkit.failover.FailoverScenario.partitionLost;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Everything a {@code FailoverStrategy} promises, whatever else it decides. A strategy's suite:
 *
 * <pre>{@code
 * class ApproximateFailoverStrategyTest extends FailoverStrategyContract {
 *     protected FailoverStrategy strategy() { return new ApproximateFailoverStrategy(); }
 * }
 * }</pre>
 */
public abstract class FailoverStrategyContract {
    private static final int RANDOM_SCENARIOS = 200;

    /** A new strategy. */
    protected abstract FailoverStrategy strategy();

    @Test
    void optionsHaveDistinctKeysAndTheirDefaultsAreAccepted() {
        OptionCheck.check(strategy().options());
        assertThat(strategy().needs()).isNotNull();
    }

    @Test
    void whatRestartsIsEnough() {
        FailoverStrategy strategy = strategy();
        scenarios().forEach(scenario -> {
            FailoverPlan plan = strategy.decide(scenario.failures(), scenario.topology(), FailoverHistory.NONE);
            new PlanCheck(scenario, strategy.needs()).check(plan);
        });
    }

    @Test
    void theSameQuestionHasTheSameAnswer() {
        FailoverStrategy strategy = strategy();
        List<FailoverScenario> scenarios = scenarios().toList();
        List<FailoverPlan> first = answers(strategy, scenarios);
        List<FailoverScenario> backwards = new ArrayList<>(scenarios);
        Collections.reverse(backwards);
        List<FailoverPlan> second = new ArrayList<>(answers(strategy, backwards));
        Collections.reverse(second);
        assertThat(second).as("asked again, in another order").isEqualTo(first);
        assertThat(answers(strategy(), scenarios)).as("another instance").isEqualTo(first);
    }

    private static List<FailoverPlan> answers(FailoverStrategy strategy, List<FailoverScenario> scenarios) {
        return scenarios.stream()
                .map(s -> strategy.decide(s.failures(), s.topology(), history(3)))
                .toList();
    }

    @Test
    void whatItIsHandedIsNotChanged() {
        scenarios().forEach(scenario -> {
            List<Failure> failures = new ArrayList<>(scenario.failures());
            strategy().decide(failures, scenario.topology(), history(2));
            assertThat(failures).as(scenario.name()).isEqualTo(scenario.failures());
        });
    }

    @Test
    void aShortAndAFullHistoryAreFine() {
        for (long incidents : new long[] {0, 1, FailoverHistory.LIMIT, 5_000_000}) {
            scenarios().limit(20).forEach(scenario -> {
                FailoverPlan plan = strategy().decide(scenario.failures(), scenario.topology(), history(incidents));
                new PlanCheck(scenario, strategy().needs()).check(plan);
            });
        }
    }

    /** Time would depend on the machine; the number of looks at a task does not. */
    @Test
    void aWideTopologyIsLookedThroughOnce() {
        int[] parallelism = new int[20];
        Arrays.fill(parallelism, 64);
        InMemoryFailoverTopology.Builder builder = InMemoryFailoverTopology.of(parallelism);
        for (int vertex = 1; vertex < parallelism.length; vertex++) {
            if (vertex % 5 == 0) {
                builder.blocking(vertex - 1, vertex, Wiring.ALL_TO_ALL).lost(vertex - 1, vertex);
            } else {
                builder.pipelined(vertex - 1, vertex, Wiring.ALL_TO_ALL);
            }
        }
        CountingTopology topology = new CountingTopology(builder.build());
        int tasks = topology.tasks().size();
        long channels = 19L * 64 * 64;
        strategy().decide(List.of(failure(19, 63), failure(0, 0)), topology, FailoverHistory.NONE);
        assertThat(topology.lookups()).as("looks at channels of a task").isLessThanOrEqualTo(8L * tasks);
        assertThat(topology.questions()).as("questions about a task").isLessThanOrEqualTo(4 * (channels + tasks));
    }

    private static Stream<FailoverScenario> scenarios() {
        return Stream.concat(written(), LongStream.range(0, RANDOM_SCENARIOS).mapToObj(FailoverScenario::random));
    }

    /** The cases one would think of; the random ones are for the others. */
    private static Stream<FailoverScenario> written() {
        InMemoryFailoverTopology chain = InMemoryFailoverTopology.of(2, 2, 2)
                .pipelined(0, 1, Wiring.POINTWISE)
                .pipelined(1, 2, Wiring.ALL_TO_ALL)
                .build();
        InMemoryFailoverTopology lanes = InMemoryFailoverTopology.of(2, 2)
                .pipelined(0, 1, Wiring.POINTWISE)
                .build();
        InMemoryFailoverTopology stages = InMemoryFailoverTopology.of(2, 2, 2, 2)
                .blocking(0, 1, Wiring.POINTWISE)
                .blocking(1, 2, Wiring.ALL_TO_ALL)
                .blocking(2, 3, Wiring.POINTWISE)
                .finished(List.of(0, 1, 2))
                .lost(0, 1)
                .lost(1, 1)
                .build();
        return Stream.of(
                new FailoverScenario("one task", InMemoryFailoverTopology.of(1).build(), List.of(failure(0, 0))),
                new FailoverScenario("a source of a pipelined chain", chain, List.of(failure(0, 0))),
                new FailoverScenario("the middle of a pipelined chain", chain, List.of(failure(1, 1))),
                new FailoverScenario("two tasks at once", chain, List.of(failure(2, 0), failure(0, 1))),
                new FailoverScenario("an enumerator", lanes, List.of(coordinatorFailure())),
                new FailoverScenario(
                        "a task and then an enumerator", lanes, List.of(failure(1, 0), coordinatorFailure())),
                new FailoverScenario("a lost result behind a lost result", stages, List.of(failure(2, 0))),
                new FailoverScenario("the first of four stages", stages, List.of(failure(0, 0))),
                new FailoverScenario(
                        "a result that is there but cannot be read",
                        stages,
                        List.of(partitionLost(new TaskId(3, 0), new TaskId(2, 0)))));
    }
}
