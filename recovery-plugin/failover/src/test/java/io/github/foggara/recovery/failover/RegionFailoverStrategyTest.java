package io.github.foggara.recovery.failover;

import static io.github.foggara.testkit.failover.FailoverScenario.coordinatorFailure;
import static io.github.foggara.testkit.failover.FailoverScenario.failure;
import static io.github.foggara.testkit.failover.FailoverScenario.partitionLost;
import static io.github.foggara.testkit.failover.Wiring.ALL_TO_ALL;
import static io.github.foggara.testkit.failover.Wiring.POINTWISE;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.failover.FailoverHistory;
import io.github.foggara.api.failover.FailoverPlan;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.FailoverTopology;
import io.github.foggara.api.failover.Failure;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.testkit.failover.FailoverStrategyContract;
import io.github.foggara.testkit.failover.InMemoryFailoverTopology;
import java.util.List;
import org.junit.jupiter.api.Test;

class RegionFailoverStrategyTest extends FailoverStrategyContract {
    @Override
    protected FailoverStrategy strategy() {
        return new RegionFailoverStrategy();
    }

    /** The tasks that restart, as {@code 0.0 0.1 1.0}. */
    private static String restart(InMemoryFailoverTopology.Builder topology, Failure... failures) {
        FailoverPlan plan =
                new RegionFailoverStrategy().decide(List.of(failures), topology.build(), FailoverHistory.NONE);
        assertThat(plan).isEqualTo(FailoverPlan.exact(plan.restart()));
        return String.join(" ", plan.restart().stream().map(TaskId::toString).toList());
    }

    /** Source, map, reduce, sink, as in a batch job. */
    private static InMemoryFailoverTopology.Builder stages() {
        return InMemoryFailoverTopology.of(4, 4, 2, 1)
                .blocking(0, 1, POINTWISE)
                .blocking(1, 2, ALL_TO_ALL)
                .blocking(2, 3, ALL_TO_ALL);
    }

    @Test
    void pointwisePipelinesAreRegionsOfTheirOwn() {
        InMemoryFailoverTopology.Builder lanes =
                InMemoryFailoverTopology.of(3, 3, 3).pipelined(0, 1, POINTWISE).pipelined(1, 2, POINTWISE);
        assertThat(restart(lanes, failure(1, 1))).isEqualTo("0.1 1.1 2.1");
        assertThat(restart(lanes, failure(0, 0), failure(2, 2))).isEqualTo("0.0 0.2 1.0 1.2 2.0 2.2");
    }

    @Test
    void anAllToAllPipelineIsOneRegion() {
        InMemoryFailoverTopology.Builder shuffle =
                InMemoryFailoverTopology.of(2, 2, 2).pipelined(0, 1, POINTWISE).pipelined(1, 2, ALL_TO_ALL);
        assertThat(restart(shuffle, failure(0, 1))).isEqualTo("0.0 0.1 1.0 1.1 2.0 2.1");
    }

    @Test
    void separatePartsOfAJobDoNotDisturbEachOther() {
        InMemoryFailoverTopology.Builder two = InMemoryFailoverTopology.of(1, 1, 1, 1)
                .pipelined(0, 2, POINTWISE)
                .pipelined(1, 3, POINTWISE);
        assertThat(restart(two, failure(3, 0))).isEqualTo("1.0 3.0");
    }

    @Test
    void availableInputIsReadAgainAndNotMadeAgain() {
        assertThat(restart(stages().finished(List.of(0, 1, 2)), failure(3, 0))).isEqualTo("3.0");
    }

    @Test
    void whoeverIsBehindARestartedTaskRestartsAlsoIfItHasFinished() {
        assertThat(restart(stages().finished(List.of(0, 1)), failure(2, 1))).isEqualTo("2.1 3.0");
        assertThat(restart(stages().finished(List.of(0)).finished(1, 0), failure(1, 3)))
                .isEqualTo("1.3 2.0 2.1 3.0");
        assertThat(restart(stages().finished(List.of(0, 1, 2, 3)), partitionLost(new TaskId(2, 0), new TaskId(1, 2))))
                .isEqualTo("1.2 2.0 2.1 3.0");
    }

    @Test
    void aLostResultIsMadeAgainIfItIsRead() {
        assertThat(restart(stages().finished(List.of(0, 1)).lost(1, 2), failure(2, 0)))
                .as("map 2, whose source is there")
                .isEqualTo("1.2 2.0 2.1 3.0");
        assertThat(restart(stages().finished(List.of(0, 1)).lost(1, 2).lost(0, 2), failure(2, 0)))
                .as("map 2 and its source")
                .isEqualTo("0.2 1.2 2.0 2.1 3.0");
        assertThat(restart(stages().finished(List.of(0, 1)).lost(0, 1), failure(2, 0)))
                .as("source 1 is lost, but what map 1 made of it is there")
                .isEqualTo("2.0 3.0");
    }

    @Test
    void theRegionOfAProducerRestartsWithIt() {
        InMemoryFailoverTopology.Builder twoRegions = InMemoryFailoverTopology.of(2, 2, 2, 2)
                .pipelined(0, 1, ALL_TO_ALL)
                .blocking(1, 2, POINTWISE)
                .pipelined(2, 3, POINTWISE)
                .finished(List.of(0, 1));
        assertThat(restart(twoRegions, failure(3, 1))).isEqualTo("2.1 3.1");
        assertThat(restart(twoRegions.lost(1, 1), failure(3, 1)))
                .as("all of the first region, and so all who read from it")
                .isEqualTo("0.0 0.1 1.0 1.1 2.0 2.1 3.0 3.1");
        assertThat(restart(twoRegions, failure(3, 0)))
                .as("reads what is not lost")
                .isEqualTo("2.0 3.0");
    }

    @Test
    void aProducerThatIsStillRunningHasLostNothing() {
        InMemoryFailoverTopology.Builder join = InMemoryFailoverTopology.of(1, 1, 1)
                .blocking(0, 2, POINTWISE)
                .blocking(1, 2, POINTWISE)
                .finished(0, 0);
        assertThat(restart(join, failure(0, 0))).isEqualTo("0.0 2.0");
    }

    @Test
    void theProducerOfAPartitionThatCannotBeReadRestarts() {
        assertThat(restart(stages().finished(List.of(0, 1, 2)), partitionLost(new TaskId(3, 0), new TaskId(2, 1))))
                .as("though the topology says that it is there")
                .isEqualTo("2.1 3.0");
    }

    @Test
    void whatCannotBePlacedRestartsEverything() {
        InMemoryFailoverTopology.Builder lanes =
                InMemoryFailoverTopology.of(2, 2).pipelined(0, 1, POINTWISE);
        String all = "0.0 0.1 1.0 1.1";
        assertThat(restart(lanes, coordinatorFailure())).isEqualTo(all);
        assertThat(restart(lanes, failure(0, 0), coordinatorFailure())).isEqualTo(all);
        assertThat(restart(lanes, failure(0, 2))).isEqualTo(all);
        assertThat(restart(lanes, failure(2, 0))).isEqualTo(all);
        assertThat(restart(lanes, failure(-1, 0))).isEqualTo(all);
        assertThat(restart(lanes, partitionLost(new TaskId(1, 0), new TaskId(7, 0))))
                .isEqualTo(all);
    }

    @Test
    void tasksMayBeListedInAnyOrder() {
        FailoverTopology topology = InMemoryFailoverTopology.of(2, 2, 1)
                .pipelined(0, 1, POINTWISE)
                .blocking(1, 2, ALL_TO_ALL)
                .build();
        assertThat(strategy()
                        .decide(List.of(failure(0, 1)), new BackwardsTopology(topology), FailoverHistory.NONE)
                        .restart())
                .containsExactly(new TaskId(0, 1), new TaskId(1, 1), new TaskId(2, 0));
    }
}
