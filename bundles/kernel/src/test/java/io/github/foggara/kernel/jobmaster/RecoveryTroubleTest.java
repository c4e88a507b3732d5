package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.FailoverStrategy;
import io.github.foggara.api.failover.RestartBackoffStrategy;
import io.github.foggara.api.graph.OperatorSpec;
import io.github.foggara.api.graph.Partitioning;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeSource;
import io.github.foggara.kernel.fixture.Graphs;
import io.github.foggara.kernel.fixture.TestStrategies;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.testkit.event.InMemoryJobEventStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Failures in the way of a failure: every one of them ends, and costs what it should. */
@Timeout(60)
class RecoveryTroubleTest {
    private static final Duration DELAY = Duration.ofSeconds(3);
    private static final Duration RETRY = Duration.ofSeconds(10);

    private final Bench bench = new Bench();
    private final RestartBackoffStrategy backoff = TestStrategies.fixedDelay(5, DELAY);
    private TestRun run = run(1);

    @BeforeEach
    void strategies() {
        bench.plugins.register(RestartBackoffStrategy.class, "fixed-delay", "b/1.0", 0, backoff);
        bench.plugins.register(FailoverStrategy.class, "region", "f/1.0", 0, TestStrategies.region());
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void anEnumeratorThatThrowsTwiceCostsOneRestart() throws Exception {
        CountDownLatch thrown = new CountDownLatch(2);
        bench.source = FakeSource.bounded();
        bench.source.onRequest = context -> {
            if (thrown.getCount() > 0) {
                thrown.countDown();
                throw new IOException("the mount is gone");
            }
        };
        bench.executor.confirmCancel = false;
        // Both are asked before the main thread can hear of the first failure.
        bench.executor.onDeploy = task -> {
            bench.executor.onDeploy = other -> {};
            bench.executor.master.requestSplit(task.attempt());
            bench.executor.master.requestSplit(task.attempt());
        };
        List<TaskDeployment> first = run.start().deployed(2);
        take(bench.executor.cancelled);
        take(bench.executor.cancelled);
        thrown.await();
        first.forEach(task -> run.report(task.attempt(), new TaskReport.Canceled()));
        run.await(report -> report.state() == JobStatus.RESTARTING);
        bench.runtime.awaitExactly(DELAY);
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(2));
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.incidents()).singleElement().satisfies(incident -> {
            assertThat(incident.restarted()).isEqualTo("the job");
            assertThat(incident.failures().get(0).cause()).contains("the mount is gone");
        });
    }

    @Test
    void oneCauseInManyRegionsIsOneIncident() throws Exception {
        bench.programs.add(
                "p",
                "1",
                parameters -> Graphs.graph()
                        .node("source", new OperatorSpec.SourceSpec(bench.source), 0)
                        .node("sink", new OperatorSpec.SinkSpec(bench.sink), 0, false)
                        .edge("source", "sink", new Partitioning.Forward())
                        .build());
        run = run(8);
        List<TaskDeployment> first = run.start().deployed(16);
        run.running(first);
        first.stream()
                .filter(task -> task.vertexName().equals("sink"))
                .forEach(task -> run.report(
                        task.attempt(),
                        FailureClassifier.failed(
                                new IOException("disk full"), "sink", FailureClassifier.Origin.USER_CODE)));
        for (int i = 0; i < 8; i++) {
            take(bench.executor.cancelled);
        }
        bench.runtime.advance(DELAY);
        run.finish(run.deployed(16));
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.incidents())
                .singleElement()
                .satisfies(incident -> assertThat(incident.failures()).hasSize(8));
    }

    @Test
    void aLogThatCannotBeOpenedIsTriedAgainAfterItsInterval() throws Exception {
        AtomicInteger opens = store(open -> open <= 2 ? new IOException("disk full") : null);
        run.start();
        assertThat(run.await(report -> report.state() == JobStatus.SUSPENDED)
                        .cause()
                        .orElseThrow())
                .contains("disk full");
        for (int tries = 1; tries <= 2; tries++) {
            bench.runtime.awaitExactly(RETRY);
            assertThat(opens).hasValue(tries);
            bench.runtime.advance(RETRY);
        }
        run.finish(run.deployed(2));
        assertThat(run.end().state()).isEqualTo(JobStatus.FINISHED);
    }

    @Test
    void anErrorOfMemoryWhileALogOpensIsAnAnswerToo() throws Exception {
        store(open -> new OutOfMemoryError("replay"));
        run.start();
        run.await(report -> report.state() == JobStatus.SUSPENDED);
        run.master.cancel();
        assertThat(run.end().state()).isEqualTo(JobStatus.CANCELED);
    }

    @Test
    void numbersOfTasksThatOutlivedTheirLogAreNotUsedAgain() throws Exception {
        List<TaskDeployment> first = run.start().deployed(2);
        run.running(first);
        bench.store.setAside(run.id, Path.of("unused"));
        bench.executor.running = first.stream().map(TaskDeployment::attempt).toList();
        run.start();
        List<TaskDeployment> second = run.deployed(2);
        assertThat(second).allMatch(task -> task.attempt().attempt() == 1);
        assertThat(bench.executor.cancelled).containsAll(bench.executor.running);
    }

    @Test
    void whatFinishedTasksWroteIsKeptForAJobMasterThatGoesOnAndForNoOther() throws Exception {
        bench.sink.keeps = true;
        run.start().deployed(2);
        run.master.shutdown(true);
        bench.awaitThreads();
        assertThat(bench.sink.calls).containsExactly("open", "suspend");
        bench.sink.calls.clear();
        run.start().deployed(2);
        run.master.shutdown(false);
        bench.awaitThreads();
        assertThat(bench.sink.calls).containsExactly("open", "abort");
    }

    @Test
    void aJobThatGaveUpDoesNotRunAgainAfterACrash() throws Exception {
        bench.executor.confirmCancel = false;
        bench.plugins.register(
                RestartBackoffStrategy.class, "fixed-delay", "b/0", 9, TestStrategies.fixedDelay(0, DELAY));
        List<TaskDeployment> first = run.start().deployed(2);
        bench.executor.fail(first.get(1), new IllegalStateException("boom"));
        take(bench.executor.cancelled);
        run.start();
        RunReport last = run.end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow()).contains("boom").endsWith("gave up after 0 restarts");
        assertThat(bench.executor.deployed).isEmpty();
    }

    private TestRun run(int parallelism) {
        return new TestRun(
                bench,
                Map.of(
                        "parallelism", "" + parallelism,
                        "restart-strategy.type", "fixed-delay",
                        "failover.strategy", "region"));
    }

    /** What the opening of that number, from 1, throws; null for nothing. */
    private interface Refusal {
        Throwable of(int open);
    }

    private AtomicInteger store(Refusal refusal) {
        AtomicInteger opens = new AtomicInteger();
        InMemoryJobEventStore store = new InMemoryJobEventStore() {
            @Override
            public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
                Throwable refused = refusal.of(opens.incrementAndGet());
                if (refused instanceof IOException e) {
                    throw e;
                } else if (refused instanceof Error e) {
                    throw e;
                }
                return super.open(job, epoch, context, replay);
            }
        };
        bench.plugins.register(JobEventStore.class, "file", "s/1", 9, store);
        return opens;
    }
}
