package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.FailureInfo;
import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.plugin.OptionSet;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What follows from a failure, decision by decision; tasks and time are the test's. */
@Timeout(60)
class FailoverTest {
    private static final Duration DELAY = Duration.ofSeconds(3);
    private static final Map<String, String> OPTIONS =
            Map.of("parallelism", "1", "restart-strategy.type", "fixed-delay", "failover.strategy", "region");

    private final Bench bench = new Bench();
    private final TestRun run = new TestRun(bench, OPTIONS);

    @BeforeEach
    void strategies() {
        bench.plugins.register(
                RestartBackoffStrategy.class, "fixed-delay", "backoff/1.0", 0, TestStrategies.fixedDelay(2, DELAY));
        bench.plugins.register(FailoverStrategy.class, "region", "failover/1.0", 0, TestStrategies.region());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void whatFailedRunsAgainAfterItsDelayAsTheNextAttempt() throws Exception {
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("boom"));
        assertThat(take(bench.executor.cancelled)).isEqualTo(first.get(0).attempt());
        assertThat(take(bench.executor.releasedPartitions).producer())
                .isEqualTo(first.get(0).attempt());
        bench.runtime.awaitTimer(DELAY);
        assertThat(bench.executor.deployed).isEmpty();
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second).allMatch(task -> task.attempt().attempt() == 1);
        assertThat(bench.shuffle.registered)
                .hasSize(1)
                .allMatch(p -> p.producer().equals(second.get(0).attempt()));
        assertThat(second.get(1).channels().get(0).partition().id().producer())
                .isEqualTo(second.get(0).attempt());
        run.finish(second);
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.incidents()).hasSize(1);
        IncidentInfo incident = last.incidents().get(0);
        assertThat(incident.strategy()).isEqualTo("region (failover/1.0)");
        assertThat(incident.delayMillis()).isEqualTo(3000);
        assertThat(incident.restarted()).isEqualTo("source (1), sink (1)");
        assertThat(incident.failures()).singleElement().satisfies(failure -> {
            assertThat(failure.vertex()).isEqualTo("sink");
            assertThat(failure.kind()).isEqualTo("user code");
            assertThat(failure.cause()).isEqualTo("java.lang.IllegalStateException: boom");
        });
        assertThat(bench.sink.calls).containsExactly("open", "commit []");
        bench.awaitThreads();
        assertThat(bench.runtime.timers()).isZero();
        assertThat(bench.plugins.plugins()).allMatch(plugin -> plugin.leases() == 0);
    }

    @Test
    void aTaskIsNotDeployedBeforeTheAttemptItReplacesHasEnded() throws Exception {
        bench.executor.confirmCancel = false;
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("boom"));
        take(bench.executor.cancelled);
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.report(first.get(0).attempt(), new TaskReport.Progress(1, 1, 1));
        run.await(report -> report.incidents().size() == 1);
        assertThat(bench.executor.deployed).isEmpty();
        run.report(first.get(0).attempt(), new TaskReport.Canceled());
        assertThat(run.deployed(2)).allMatch(task -> task.attempt().attempt() == 1);
    }

    @Test
    void anAttemptThatIsReplacedMayFinishTooLate() throws Exception {
        bench.executor.confirmCancel = false;
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("boom"));
        take(bench.executor.cancelled);
        bench.executor.finish(first.get(0), Map.of("sink", List.of(new byte[] {1})));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(bench.sink.calls).containsExactly("open", "commit []");
    }

    @Test
    void failuresOfOneIncidentCostOneRestartAndTheRootCauseStandsFirst() throws Exception {
        bench.executor.confirmCancel = false;
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new PartitionFailedException(null, "producer is gone", null));
        assertThat(take(bench.executor.cancelled)).isEqualTo(first.get(0).attempt());
        bench.executor.fail(first.get(0), new IOException("disk on fire"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        RunReport last = run.end();
        assertThat(last.incidents()).hasSize(1);
        assertThat(last.incidents().get(0).failures())
                .extracting(FailureInfo::kind)
                .containsExactly("environment", "partition lost");
    }

    @Test
    void aBugOnEveryRecordEndsTheJobAfterTheConfiguredNumberOfRestarts() throws Exception {
        run.start();
        for (int attempt = 0; attempt <= 2; attempt++) {
            List<TaskDeployment> tasks = run.deployed(2);
            assertThat(tasks).allMatch(task -> task.attempt().attempt() < 3);
            run.running(tasks);
            bench.executor.fail(tasks.get(1), new IllegalStateException("bug"));
            if (attempt < 2) {
                bench.runtime.awaitTimer(DELAY);
                bench.runtime.advance(DELAY);
            }
        }
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow())
                .startsWith("Job 'job' failed in vertex 'sink', subtask 1 of 1")
                .contains("java.lang.IllegalStateException: bug")
                .endsWith("gave up after 2 restarts");
        assertThat(last.incidents()).hasSize(3);
        assertThat(last.incidents().get(2).gaveUp()).contains("gave up after 2 restarts");
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void splitsGoToTheNextAttemptAgain() throws Exception {
        List<TaskDeployment> first = started();
        bench.executor.master.requestSplit(first.get(0).attempt());
        assertThat(text(take(bench.executor.splits))).isEqualTo("split 0");
        bench.executor.master.requestSplit(first.get(0).attempt());
        assertThat(text(take(bench.executor.splits))).isEqualTo("split 1");
        bench.executor.fail(first.get(0), new IllegalStateException("boom"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = run.deployed(2);
        FakeExecutor.Splits again = take(bench.executor.splits);
        assertThat(again.attempt()).isEqualTo(second.get(0).attempt());
        assertThat(again.splits()).extracting(String::new).containsExactly("split 0", "split 1");
        bench.executor.master.requestSplit(first.get(0).attempt());
        bench.executor.master.requestSplit(second.get(0).attempt());
        FakeExecutor.Splits next = take(bench.executor.splits);
        assertThat(next.attempt()).isEqualTo(second.get(0).attempt());
        assertThat(text(next)).isEqualTo("split 2");
    }

    @Test
    void anotherStrategyDecidesFromTheNextFailureOn() throws Exception {
        bench.plugins.register(FailoverStrategy.class, "full", "failover/2.0", 0, TestStrategies.full());
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("one"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = run.deployed(2);
        Map<String, String> changed = new HashMap<>(OPTIONS);
        changed.put("failover.strategy", "full");
        run.master.reconfigure(new Configuration(changed));
        bench.executor.fail(second.get(1), new IllegalStateException("two"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        assertThat(run.end().incidents())
                .extracting(IncidentInfo::strategy)
                .containsExactly("region (failover/1.0)", "full (failover/2.0)");
    }

    @Test
    void aBundleThatReplacesTheStrategyDecidesFromTheNextFailureOn() throws Exception {
        FailoverStrategy old = TestStrategies.region();
        bench.plugins.register(FailoverStrategy.class, "region", "failover/3.0", 5, old);
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("one"));
        bench.runtime.awaitTimer(DELAY);
        assertThat(bench.plugins.unregister(FailoverStrategy.class, "region", old))
                .as("the lease of the decision was given back")
                .isTrue();
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = run.deployed(2);
        bench.executor.fail(second.get(1), new IllegalStateException("two"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        assertThat(run.end().incidents())
                .extracting(IncidentInfo::strategy)
                .containsExactly("region (failover/3.0)", "region (failover/1.0)");
    }

    @Test
    void withoutTheStrategyEverythingRestartsAndAWarningIsUp() throws Exception {
        TestRun alone = new TestRun(
                bench,
                Map.of("parallelism", "1", "restart-strategy.type", "fixed-delay", "failover.strategy", "absent"));
        alone.start();
        List<TaskDeployment> first = alone.deployed(2);
        assertThat(alone.await(report -> !report.health().isEmpty()).health().get(0))
                .contains("restarts every task", "'absent' (failover.strategy)", "[region]");
        bench.executor.fail(first.get(1), new IllegalStateException("one"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = alone.deployed(2);
        bench.plugins.register(FailoverStrategy.class, "absent", "failover/9.0", 0, TestStrategies.full());
        alone.finish(second);
        RunReport last = alone.end();
        assertThat(last.incidents()).extracting(IncidentInfo::strategy).containsExactly("full (built in)");
        assertThat(last.health()).isEmpty();
    }

    @Test
    void withoutTheBackoffStrategyAJobRestartsButNotForEver() throws Exception {
        TestRun alone = new TestRun(bench, Map.of("parallelism", "1", "restart-strategy.type", "absent"));
        alone.start();
        Duration delay = BuiltInBackoff.DELAY;
        for (int restart = 0; restart <= BuiltInBackoff.RESTARTS; restart++) {
            bench.executor.fail(alone.deployed(2).get(1), new IllegalStateException("bug"));
            if (restart < BuiltInBackoff.RESTARTS) {
                bench.runtime.awaitTimer(delay);
                bench.runtime.advance(delay);
            }
        }
        RunReport last = alone.end();
        assertThat(last.health().get(0)).contains("restarts the job after 1 s", "'absent' (restart-strategy.type)");
        assertThat(last.cause().orElseThrow())
                .startsWith("Job 'job' failed in vertex 'sink'")
                .contains("java.lang.IllegalStateException: bug")
                .endsWith("gave up after 10 restarts for which no active bundle published the back-off strategy"
                        + " 'absent' (restart-strategy.type)");
    }

    @Test
    void aBackoffStrategyThatIsBackDecidesAgain() throws Exception {
        TestRun alone = new TestRun(bench, Map.of("parallelism", "1", "restart-strategy.type", "late"));
        alone.start();
        bench.executor.fail(alone.deployed(2).get(1), new IllegalStateException("one"));
        bench.runtime.awaitTimer(BuiltInBackoff.DELAY);
        bench.runtime.advance(BuiltInBackoff.DELAY);
        List<TaskDeployment> second = alone.deployed(2);
        bench.plugins.register(
                RestartBackoffStrategy.class, "late", "backoff/2.0", 0, TestStrategies.fixedDelay(1, DELAY));
        bench.executor.fail(second.get(1), new IllegalStateException("two"));
        assertThat(alone.end().incidents().get(1).gaveUp()).contains("gave up after 1 restarts");
    }

    @Test
    void whatAStrategyDecidesIsCheckedAndEverythingRestartsIfItCannotBe() throws Exception {
        List<TestStrategies.Decision> bad = List.of(
                (failures, topology) -> {
                    throw new IllegalStateException("a bug of the strategy");
                },
                (failures, topology) -> Set.of(new TaskId(1, 0)),
                (failures, topology) -> Set.of(new TaskId(7, 0)),
                (failures, topology) -> Set.of());
        for (TestStrategies.Decision decision : bad) {
            bench.plugins.register(FailoverStrategy.class, "bad", "bad/1.0", 0, TestStrategies.failover(decision));
            TestRun one = new TestRun(
                    bench,
                    Map.of("parallelism", "1", "restart-strategy.type", "fixed-delay", "failover.strategy", "bad"));
            one.start();
            bench.executor.fail(one.deployed(2).get(1), new IllegalStateException("one"));
            bench.runtime.awaitTimer(DELAY);
            bench.runtime.advance(DELAY);
            one.finish(one.deployed(2));
            assertThat(one.end().incidents()).extracting(IncidentInfo::strategy).containsExactly("full (built in)");
        }
    }

    @Test
    void aBackoffThatThrowsEndsTheJobWithTheFailureFirst() throws Exception {
        bench.plugins.register(RestartBackoffStrategy.class, "fixed-delay", "bad/1.0", 9, throwing());
        bench.executor.fail(started().get(1), new IllegalStateException("boom"));
        assertThat(run.end().cause().orElseThrow())
                .startsWith("Job 'job' failed in vertex 'sink'")
                .endsWith("the back-off strategy 'fixed-delay' of bad/1.0 failed with"
                        + " java.lang.IllegalStateException: a bug of the strategy");
    }

    @Test
    void cancelEndsWhatWaitsForItsDelay() throws Exception {
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("boom"));
        bench.runtime.awaitTimer(DELAY);
        run.master.cancel();
        assertThat(run.end().state()).isEqualTo(JobStatus.CANCELED);
        bench.awaitThreads();
        assertThat(bench.runtime.timers()).isZero();
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void aSecondFailureWhileTheFirstOneWaitsMergesWithIt() throws Exception {
        bench.executor.confirmCancel = false;
        List<TaskDeployment> first = started();
        bench.executor.fail(first.get(1), new IllegalStateException("one"));
        take(bench.executor.cancelled);
        run.report(first.get(0).attempt(), new TaskReport.Canceled());
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        List<TaskDeployment> second = run.deployed(2);
        bench.executor.fail(second.get(0), new IllegalStateException("two"));
        bench.executor.fail(second.get(1), new IllegalStateException("of the same incident"));
        bench.runtime.awaitTimer(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        RunReport last = run.end();
        assertThat(last.incidents()).hasSize(2);
        assertThat(last.incidents().get(1).failures()).hasSize(2);
    }

    private List<TaskDeployment> started() throws InterruptedException {
        run.start();
        List<TaskDeployment> tasks = run.deployed(2);
        run.running(tasks);
        return tasks;
    }

    private static RestartBackoffStrategy throwing() {
        return new RestartBackoffStrategy() {
            @Override
            public OptionSet options() {
                return new OptionSet("test", List.of());
            }

            @Override
            public Answer decide(Question question) {
                throw new IllegalStateException("a bug of the strategy");
            }
        };
    }

    private static String text(FakeExecutor.Splits splits) {
        return new String(splits.splits().get(0), StandardCharsets.UTF_8);
    }
}
