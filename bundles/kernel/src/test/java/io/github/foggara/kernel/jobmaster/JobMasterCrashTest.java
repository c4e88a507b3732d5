package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.IncidentInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.Graphs;
import io.github.foggara.kernel.fixture.RefusingStore;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.JobMasterGateway;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A second JobMaster goes on with a run whose first one was not brought down. */
@Timeout(60)
class JobMasterCrashTest {
    private static final Duration DELAY = Duration.ofSeconds(3);

    private final Bench bench = new Bench();
    private final TestRun run = new TestRun(
            bench, Map.of("parallelism", "1", "restart-strategy.type", "fixed-delay", "failover.strategy", "region"));

    @BeforeEach
    void strategies() {
        bench.plugins.register(
                RestartBackoffStrategy.class, "fixed-delay", "b/1.0", 0, TestStrategies.fixedDelay(3, DELAY));
        bench.plugins.register(FailoverStrategy.class, "region", "f/1.0", 0, TestStrategies.region());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void whatStillRunsEndsBeforeAnythingIsDeployedAndNoAttemptNumberIsUsedTwice() throws Exception {
        bench.executor.confirmCancel = false;
        run.start();
        List<TaskDeployment> first = run.deployed(2);
        run.running(first);
        bench.executor.running = ids(first);
        run.start();
        assertThat(List.of(take(bench.executor.cancelled), take(bench.executor.cancelled)))
                .isEqualTo(ids(first));
        run.report(first.get(0).attempt(), new TaskReport.Canceled());
        assertThat(bench.executor.deployed).isEmpty();
        run.report(first.get(1).attempt(), new TaskReport.Finished(Map.of(), new TaskReport.Progress(0, 0, 0)));
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second).allMatch(task -> task.attempt().attempt() == 1);
        assertThat(second).allMatch(task -> task.epoch() > first.get(0).epoch());
        run.finish(second);
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
    }

    @Test
    void theFormerJobMasterIsFencedAtItsNextEvent() throws Exception {
        run.start();
        List<TaskDeployment> first = run.deployed(2);
        JobMasterGateway former = bench.executor.master;
        run.start();
        List<TaskDeployment> second = run.deployed(2);
        former.report(
                first.get(1).attempt(),
                FailureClassifier.failed(new IllegalStateException(), "op", FailureClassifier.Origin.USER_CODE));
        assertThat(take(run.deaths)).contains("Another JobMaster has taken over job 'job'");
        run.finish(second);
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void aRegionThatFinishedDoesNotRunAgain() throws Exception {
        bench.sink.keeps = true;
        bench.programs.add("p", "1", parameters -> Graphs.twoPipelines(bench.source, bench.sink));
        run.start();
        List<TaskDeployment> first = run.deployed(4);
        List<TaskDeployment> left =
                first.stream().filter(t -> t.vertexName().startsWith("left")).toList();
        left.forEach(task -> bench.executor.finish(task, made(task, "left")));
        awaitEvents(3);
        bench.executor.running =
                ids(first.stream().filter(t -> !left.contains(t)).toList());
        run.start();
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second)
                .allMatch(t -> t.vertexName().startsWith("right") && t.attempt().attempt() == 1);
        second.forEach(task -> bench.executor.finish(task, made(task, "right")));
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(bench.sink.calls).contains("reopen 1", "commit [left-sink]", "commit [right-sink]");
        assertThat(bench.executor.deployed).isEmpty();
    }

    @Test
    void whatFinishedRunsAgainIfWhatItWroteIsGone() throws Exception {
        run.start();
        List<TaskDeployment> first = run.deployed(2);
        first.forEach(task -> bench.executor.finish(task, made(task, "")));
        run.end();
        awaitEvents(3);
        run.start();
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second).allMatch(task -> task.attempt().attempt() == 1);
    }

    @Test
    void failuresAndRestartsAreCountedAcrossJobMasters() throws Exception {
        run.start();
        int lastAttempt = -1;
        for (int failure = 0; failure < 3; failure++) {
            List<TaskDeployment> tasks = run.deployed(2);
            assertThat(tasks.get(1).attempt().attempt()).isGreaterThan(lastAttempt);
            lastAttempt = tasks.get(1).attempt().attempt();
            bench.executor.fail(tasks.get(1), new IllegalStateException("bug"));
            // That of the JobMaster that crashed stays.
            bench.runtime.awaitTimers(failure == 2 ? 2 : 1, DELAY);
            if (failure == 1) {
                run.start();
            } else {
                bench.runtime.advance(DELAY);
            }
        }
        bench.executor.fail(run.deployed(2).get(0), new IllegalStateException("bug"));
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.incidents()).extracting(IncidentInfo::number).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aJobMasterWhoseLogRefusesAnEventDoesNothingMore() throws Exception {
        RefusingStore store = new RefusingStore();
        try (Bench refused = new Bench(store)) {
            refused.plugins.register(
                    RestartBackoffStrategy.class, "fixed-delay", "b/1.0", 0, TestStrategies.fixedDelay(3, DELAY));
            TestRun broken = new TestRun(refused, run.options).start();
            List<TaskDeployment> first = broken.deployed(2);
            store.refusing.set(true);
            refused.executor.fail(first.get(1), new IllegalStateException("boom"));
            assertThat(take(broken.deaths)).contains("the log does not take it");
            refused.executor.fail(first.get(0), new IllegalStateException("boom"));
            refused.executor.running = List.of();
            List<TaskDeployment> second = broken.start().deployed(2);
            assertThat(second).allMatch(task -> task.attempt().attempt() == 1);
            broken.finish(second);
            RunReport last = broken.end();
            assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
            assertThat(last.incidents()).isEmpty();
            assertThat(refused.executor.cancelled).isEmpty();
        }
    }

    @Test
    void thatTheJobEndsIsNotForgotten() throws Exception {
        bench.executor.confirmCancel = false;
        TestRun hopeless = new TestRun(bench, Map.of("parallelism", "1")).start();
        List<TaskDeployment> first = hopeless.deployed(2);
        hopeless.running(first);
        bench.executor.fail(first.get(1), new IllegalStateException("bug"));
        take(bench.executor.cancelled);
        bench.executor.confirmCancel = true;
        bench.executor.running = ids(first.subList(0, 1));
        hopeless.start();
        hopeless.report(first.get(0).attempt(), new TaskReport.Canceled());
        RunReport last = hopeless.end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow()).contains("IllegalStateException: bug", "gave up at the first failure");
        assertThat(last.incidents()).hasSize(1);
        assertThat(bench.executor.deployed).isEmpty();
    }

    /** Until so many of them are written: the test's JobMaster crashes after that. */
    private void awaitEvents(int count) {
        while (bench.store.events(run.id).size() < count) {
            Thread.onSpinWait();
        }
    }

    private static List<ExecutionAttemptId> ids(List<TaskDeployment> tasks) {
        return tasks.stream().map(TaskDeployment::attempt).toList();
    }

    private static Map<String, List<byte[]>> made(TaskDeployment task, String side) {
        String uid = side.isEmpty() ? "sink" : side + "-sink";
        return task.vertexName().endsWith("sink")
                ? Map.of(uid, List.of(uid.getBytes(StandardCharsets.UTF_8)))
                : Map.of();
    }
}
