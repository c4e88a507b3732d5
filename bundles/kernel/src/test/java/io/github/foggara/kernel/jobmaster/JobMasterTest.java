package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.Boundedness;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.PartitionFailedException;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.FakeExecutor;
import io.github.foggara.kernel.fixture.FakeSource;
import io.github.foggara.kernel.gateway.FailureClassifier;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.program.ProgramId;
import io.github.foggara.kernel.service.ServiceNeed;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class JobMasterTest {
    private final Bench bench = new Bench();
    private final BlockingQueue<RunReport> statuses = new LinkedBlockingQueue<>();
    private final BlockingQueue<Integer> attempts = new LinkedBlockingQueue<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private JobMaster master;

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void aJobThatFinishesPublishesWhatItsTasksMade() throws Exception {
        start(2);
        List<TaskDeployment> tasks = deployed(4);
        assertThat(bench.sink.calls).containsExactly("open");
        for (TaskDeployment task : tasks) {
            bench.executor.master.report(task.attempt(), new TaskReport.Running());
            Map<String, List<byte[]>> made = task.attempt().vertex() == 1
                    ? Map.of("sink", List.of(("part " + task.attempt().subtask()).getBytes()))
                    : Map.of();
            bench.executor.finish(task, made);
        }
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.FINISHED);
        assertThat(last.report()).containsExactly("published 2");
        assertThat(last.vertices()).allMatch(v -> v.finished() == 2 && v.recordsIn() == 6);
        assertThat(last.workTotal()).isEqualTo(100);
        assertThat(last.workDone()).isEqualTo(4);
        assertThat(bench.sink.calls).containsExactly("open", "commit [part 0, part 1]");
        assertLetGo();
    }

    @Test
    void deploymentsAreConnected() throws Exception {
        start(2);
        List<TaskDeployment> tasks = deployed(4);
        assertThat(tasks.get(0).outputs()).hasSize(1);
        assertThat(tasks.get(0).outputs().get(0).partition().subpartitions()).isEqualTo(2);
        assertThat(tasks.get(3).channels()).hasSize(2).allMatch(c -> c.subpartition() == 1);
        assertThat(bench.shuffle.registered).hasSize(2);
        master.cancel();
        await(s -> s.state() == JobStatus.CANCELED);
        assertThat(bench.shuffle.registered).isEmpty();
    }

    @Test
    void aFailedTaskFailsTheJobWithTheRootCauseFirst() throws Exception {
        start(2);
        List<TaskDeployment> tasks = deployed(4);
        bench.executor.fail(tasks.get(2), new IllegalStateException("outer", new RuntimeException("boom")));
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow())
                .startsWith("Job 'job' failed in vertex 'sink', subtask 1 of 2, operator 'an operator':\n"
                        + "java.lang.RuntimeException: boom\n")
                .contains("wrapped by java.lang.IllegalStateException: outer");
        assertThat(bench.executor.cancelled).hasSize(3);
        assertThat(bench.sink.calls).containsExactly("open", "abort");
        assertLetGo();
    }

    @Test
    void aConsequenceGivesWayToItsCause() throws Exception {
        bench.executor.confirmCancel = false;
        start(1);
        List<TaskDeployment> tasks = deployed(2);
        bench.executor.fail(tasks.get(1), new PartitionFailedException(null, "producer is gone", null));
        await(s -> s.state() == JobStatus.FAILING);
        bench.executor.fail(tasks.get(0), new IOException("disk on fire"));
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.cause().orElseThrow()).contains("vertex 'source'", "disk on fire");
    }

    @Test
    void reportsOfOtherAttemptsAndRunsAreDropped() throws Exception {
        start(1);
        List<TaskDeployment> tasks = deployed(2);
        ExecutionAttemptId now = tasks.get(0).attempt();
        TaskReport failed =
                FailureClassifier.failed(new RuntimeException("stale"), "x", FailureClassifier.Origin.USER_CODE);
        bench.executor.master.report(new ExecutionAttemptId(now.job(), 0, 0, now.attempt() + 1), failed);
        bench.executor.master.report(new ExecutionAttemptId(JobId.random(), 0, 0, now.attempt()), failed);
        bench.executor.master.report(new ExecutionAttemptId(now.job(), 7, 0, now.attempt()), failed);
        bench.executor.master.report(new ExecutionAttemptId(now.job(), 0, 5, now.attempt()), failed);
        tasks.forEach(t -> bench.executor.finish(t, Map.of()));
        bench.executor.master.report(now, failed);
        assertThat(await(s -> s.state().terminal()).state()).isEqualTo(JobStatus.FINISHED);
    }

    @Test
    void splitsGoToTheTaskAlsoThoseAssignedBeforeItWasDeployed() throws Exception {
        bench.source = new FakeSource(Boundedness.BOUNDED, context -> {
            context.assign(1, "early");
            context.noMoreSplits(1);
        });
        start(2);
        List<TaskDeployment> tasks = deployed(4);
        FakeExecutor.Splits early = take(bench.executor.splits);
        assertThat(early.attempt()).isEqualTo(tasks.get(1).attempt());
        assertThat(early.noMore()).isTrue();
        bench.executor.master.requestSplit(tasks.get(0).attempt());
        FakeExecutor.Splits asked = take(bench.executor.splits);
        assertThat(asked.attempt()).isEqualTo(tasks.get(0).attempt());
        assertThat(new String(asked.splits().get(0), StandardCharsets.UTF_8)).isEqualTo("split 0");
        assertThat(asked.noMore()).isFalse();
    }

    @Test
    void anInputThatIsMissingFailsTheJobBeforeATaskRuns() throws Exception {
        bench.source = new FakeSource(Boundedness.BOUNDED, context -> {
            throw new IOException("The input /nowhere does not exist");
        });
        start(1);
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow())
                .startsWith("The source 'source' cannot start: The input /nowhere does not exist\n")
                .endsWith("gave up at the first failure (restart-strategy.type=none)");
        assertThat(bench.executor.deployed).isEmpty();
        assertLetGo();
    }

    @Test
    void aCommitThatFailsFailsTheJobAndTakesTheOutputAway() throws Exception {
        bench.sink.onCommit = () -> {
            throw new IOException("no space");
        };
        start(1);
        deployed(2).forEach(t -> bench.executor.finish(t, Map.of()));
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause()).contains("The output of sink 'sink' was not published: no space");
        assertThat(bench.sink.calls).containsExactly("open", "commit []", "abort");
    }

    @Test
    void cancelEndsTasksAndPublishesNothing() throws Exception {
        start(2);
        List<TaskDeployment> tasks = deployed(4);
        bench.executor.finish(tasks.get(0), Map.of());
        master.cancel();
        assertThat(await(s -> s.state().terminal()).state()).isEqualTo(JobStatus.CANCELED);
        assertThat(bench.executor.cancelled).hasSize(3);
        assertThat(bench.sink.calls).containsExactly("open", "abort");
        assertLetGo();
    }

    @Test
    void aQuarantinedTaskCountsAsEnded() throws Exception {
        bench.executor.confirmCancel = false;
        start(1);
        List<TaskDeployment> tasks = deployed(2);
        master.cancel();
        take(bench.executor.cancelled);
        bench.executor.finish(tasks.get(1), Map.of());
        bench.executor.master.report(tasks.get(0).attempt(), new TaskReport.Quarantined("thread-7", "at User.loop"));
        assertThat(await(s -> s.state().terminal()).state()).isEqualTo(JobStatus.CANCELED);
        assertThat(bench.sink.calls).containsExactly("open", "abort");
    }

    @Test
    void cancelWhileCoordinatorsHangInterruptsThemThenGivesThemUp() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        bench.sink.onOpen = () -> {
            entered.countDown();
            while (true) {
                try {
                    new CountDownLatch(1).await();
                } catch (InterruptedException e) {
                    bench.sink.calls.add("interrupted");
                }
            }
        };
        start(1);
        entered.await();
        master.cancel();
        await(s -> s.state() == JobStatus.CANCELLING);
        bench.runtime.awaitTimers(2, Duration.ofSeconds(30));
        bench.runtime.advance(Duration.ofSeconds(1));
        assertThat(take(bench.sink.calls)).isEqualTo("open");
        assertThat(take(bench.sink.calls)).isEqualTo("interrupted");
        bench.runtime.advance(Duration.ofSeconds(30));
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.CANCELED);
        assertThat(last.health()).singleElement().asString().contains("foggara-coord-job");
    }

    @Test
    void withoutAShuffleServiceTheJobWaitsAndStartsWhenOneComes() throws Exception {
        bench.shuffleLeaves();
        start(1);
        RunReport waiting = await(s -> s.state() == JobStatus.SUSPENDED);
        assertThat(waiting.cause().orElseThrow())
                .contains("Waits for the shuffle service 'local' (shuffle.service)", "No shuffle service is there");
        bench.shuffleComes();
        deployed(2);
        await(s -> s.state() == JobStatus.RUNNING && s.cause().isEmpty());
    }

    @Test
    void withoutItsProgramTheJobWaits() throws Exception {
        bench.programs.remove("p");
        start(1);
        assertThat(await(s -> s.state() == JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("Waits for the program 'p'");
        assertThat(attempts).isEmpty();
        bench.programComes("1");
        deployed(2);
        await(s -> s.state() == JobStatus.RUNNING);
    }

    @Test
    void aShuffleThatLeavesSuspendsTheJobAndGetsItsLeaseBack() throws Exception {
        start(1);
        deployed(2);
        await(s -> s.state() == JobStatus.RUNNING);
        assertThat(bench.shuffleLeaves()).as("leases came back").isTrue();
        assertThat(await(s -> s.state() == JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("shuffle service 'local'");
        assertThat(bench.executor.cancelled).hasSize(2);
        assertThat(bench.sink.calls).containsExactly("open", "abort");
        bench.shuffleComes();
        List<TaskDeployment> again = deployed(2);
        assertThat(again).allMatch(t -> t.attempt().attempt() > 0);
        again.forEach(t -> bench.executor.finish(t, Map.of()));
        assertThat(await(s -> s.state().terminal()).state()).isEqualTo(JobStatus.FINISHED);
    }

    @Test
    void theFirstOfTwoServicesThatAreAwayIsNamedAndBothAreWaitedFor() throws Exception {
        bench.executor.confirmCancel = false;
        start(1);
        List<TaskDeployment> tasks = deployed(2);
        for (int i = 0; i < 2; i++) {
            ServiceNeed need = new ServiceNeed("java.lang.Runnable", "(n=" + i + ")");
            bench.executor.master.report(tasks.get(i).attempt(), new TaskReport.ServiceLeaves(need, "words 1.0"));
        }
        assertThat(await(s -> s.state() == JobStatus.SUSPENDED).cause().orElseThrow())
                .contains("service java.lang.Runnable with the filter (n=0) of words 1.0 has left");
        tasks.forEach(t -> bench.executor.master.report(t.attempt(), new TaskReport.Canceled()));
        bench.watch.add(Runnable.class, "(n=0)", "back");
        assertThat(await(s -> s.cause().orElse("").contains("(n=1)")).state()).isEqualTo(JobStatus.SUSPENDED);
        assertThat(bench.executor.deployed).isEmpty();
        bench.watch.add(Runnable.class, "(n=1)", "back");
        deployed(2);
        await(s -> s.state() == JobStatus.RUNNING);
    }

    @Test
    void anUpdatedProgramRestartsTheJobOnTheNewCode() throws Exception {
        start(1);
        deployed(2);
        bench.programs.remove("p");
        await(s -> s.state() == JobStatus.SUSPENDED);
        bench.programComes("2");
        assertThat(deployed(2))
                .allMatch(t -> t.program().hash().equals("2") && t.attempt().attempt() == 1);
    }

    @Test
    void cancelWhileSuspendedIsOverAtOnce() throws Exception {
        bench.programs.remove("p");
        start(1);
        await(s -> s.state() == JobStatus.SUSPENDED);
        master.cancel();
        await(s -> s.state() == JobStatus.CANCELED);
        bench.awaitThreads();
        assertThat(bench.programs.listeners()).isZero();
        assertThat(bench.watch.listeners()).isZero();
    }

    @Test
    void aPluginThatThrowsOnTheMainThreadFailsTheJobOnly() throws Exception {
        bench.shuffle.refusal = new IllegalStateException("plugin bug");
        start(1);
        RunReport last = await(s -> s.state().terminal());
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause().orElseThrow()).contains("plugin bug");
        assertLetGo();
    }

    @Test
    void shutdownEndsTheTasksButNotTheRun() throws Exception {
        start(1);
        deployed(2);
        await(s -> s.state() == JobStatus.RUNNING);
        master.shutdown(true);
        stopped.await();
        assertThat(statuses).noneMatch(s -> s.state().terminal());
        assertThat(bench.sink.calls).containsExactly("open", "abort");
        assertLetGo();
    }

    private void start(int parallelism) {
        JobSpec spec = new JobSpec(
                JobId.random(),
                "job",
                "p",
                Optional.empty(),
                new JobParameters(Map.of(), 1, 2),
                new JobToken(new byte[JobToken.LENGTH]),
                new Configuration(Map.of("parallelism", "" + parallelism)),
                Optional.empty(),
                RunReport.ACCEPTED,
                0);
        RunObserver observer = new RunObserver() {
            @Override
            public void beginning(int attempt, ProgramId program) {
                attempts.add(attempt);
                master.begin(attempt);
            }

            @Override
            public void committing(int attempt, PendingCommit commit) {
                master.commit(attempt);
            }

            @Override
            public void changed(RunReport status) {
                statuses.add(status);
            }

            @Override
            public void stopped() {
                stopped.countDown();
            }

            @Override
            public void died(String words, boolean fenced) {
                throw new AssertionError(words);
            }
        };
        master = new JobMaster(spec, bench.services, observer);
        master.start();
    }

    private List<TaskDeployment> deployed(int count) throws InterruptedException {
        List<TaskDeployment> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            tasks.add(bench.executor.take());
        }
        return tasks;
    }

    private RunReport await(Predicate<RunReport> wanted) throws InterruptedException {
        while (true) {
            RunReport next = take(statuses);
            if (wanted.test(next)) {
                return next;
            }
        }
    }

    private void assertLetGo() throws InterruptedException {
        bench.awaitThreads();
        assertThat(bench.runtime.timers()).as("timers").isZero();
        assertThat(bench.shuffle.masters).hasValue(0);
        assertThat(bench.shuffle.registered).isEmpty();
        assertThat(bench.plugins.plugins()).allMatch(p -> p.leases() == 0);
    }
}
