package io.github.foggara.recovery.failover;

import static io.github.foggara.testkit.failover.FailoverScenario.coordinatorFailure;
import static io.github.foggara.testkit.failover.FailoverScenario.failure;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.testkit.failover.FailoverStrategyContract;
import io.github.foggara.testkit.failover.InMemoryFailoverTopology;
import io.github.foggara.testkit.failover.Wiring;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class FullFailoverStrategyTest extends FailoverStrategyContract {
    @Override
    protected FailoverStrategy strategy() {
        return new FullFailoverStrategy();
    }

    @Test
    void everythingRestarts() {
        FailoverTopology topology = InMemoryFailoverTopology.of(2, 3, 1)
                .blocking(0, 1, Wiring.ALL_TO_ALL)
                .finished(List.of(0))
                .build();
        FailoverPlan plan = strategy().decide(List.of(failure(2, 0)), topology, FailoverHistory.NONE);
        assertThat(plan).isEqualTo(FailoverPlan.exact(new TreeSet<>(topology.tasks())));
        assertThat(plan.restart()).hasSize(6);
        assertThat(strategy().decide(List.of(coordinatorFailure()), topology, FailoverHistory.NONE))
                .isEqualTo(plan);
    }
}
