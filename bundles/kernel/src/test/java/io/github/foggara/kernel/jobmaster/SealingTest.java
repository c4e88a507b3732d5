package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.job.JobParameters;
import io.github.foggara.api.plugin.Configuration;
import io.github.foggara.api.shuffle.ShuffleService;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.gateway.JobToken;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.program.ProgramId;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The first phase of the commit: after the last task, before the decision. */
@Timeout(60)
class SealingTest {
    private final Bench bench = new Bench();
    private final BlockingQueue<String> calls = bench.sink.calls;
    private final BlockingQueue<RunReport> statuses = new LinkedBlockingQueue<>();
    private final CountDownLatch stopped = new CountDownLatch(1);
    private final CountDownLatch preparing = new CountDownLatch(1);
    private final CountDownLatch goOn = new CountDownLatch(1);
    private boolean refuse;
    private volatile PendingCommit decided;
    private JobMaster master;

    @BeforeEach
    void tell() {
        bench.sink.onPrepare = () -> calls.add("prepare");
    }

    @AfterEach
    void close() {
        bench.close();
    }

    @Test
    void sinksPrepareAfterTheLastTaskAndBeforeTheDecision() throws Exception {
        start(Optional.empty());
        TaskDeployment first = bench.executor.take();
        TaskDeployment second = bench.executor.take();
        bench.executor.finish(first, Map.of());
        assertThat(calls).containsExactly("open");
        bench.executor.finish(second, part());
        assertThat(end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(calls).containsExactly("open", "prepare", "decided", "commit [part]");
    }

    @Test
    void aSinkThatCannotPrepareFailsTheJobAndNothingIsDecided() throws Exception {
        bench.sink.onPrepare = () -> {
            throw new IOException("no space");
        };
        start(Optional.empty());
        finishAll();
        RunReport last = end();
        assertThat(last.state()).isEqualTo(JobStatus.FAILED);
        assertThat(last.cause()).contains("The output of sink 'sink' cannot be published: no space");
        assertThat(calls).containsExactly("open", "abort");
    }

    @Test
    void aDecisionThatIsNotRecordedTakesBackWhatWasPrepared() throws Exception {
        refuse = true;
        start(Optional.empty());
        finishAll();
        assertThat(end().state()).isEqualTo(JobStatus.FAILED);
        assertThat(calls).containsExactly("open", "prepare", "decided", "abort");
    }

    @Test
    void cancelWhileSinksPrepareIsNotTooLate() throws Exception {
        startAndHang();
        master.cancel();
        awaitClosing();
        goOn.countDown();
        assertThat(end().state()).isEqualTo(JobStatus.CANCELED);
        assertThat(calls).containsExactly("open", "prepare", "abort");
    }

    @Test
    void aSinkThatHangsWhilePreparingIsInterrupted() throws Exception {
        startAndHang();
        master.cancel();
        awaitClosing();
        bench.runtime.advance(Duration.ofSeconds(1));
        assertThat(end().state()).isEqualTo(JobStatus.CANCELED);
        assertThat(calls).containsExactly("open", "prepare", "abort");
    }

    @Test
    void aContainerThatStopsWhileSinksPrepareLeavesNothing() throws Exception {
        startAndHang();
        master.shutdown(false);
        awaitClosing();
        goOn.countDown();
        stopped.await();
        assertThat(statuses).last().extracting(RunReport::state).isEqualTo(JobStatus.RUNNING);
        assertThat(calls).containsExactly("open", "prepare", "abort");
    }

    @Test
    void aShuffleThatLeavesWhileSinksPrepareIsNotMissed() throws Exception {
        startAndHang();
        Thread leaving = new Thread(bench::shuffleLeaves);
        leaving.start();
        while (bench.plugins.names(ShuffleService.class).contains("local")) {
            Thread.onSpinWait();
        }
        master.reconsider();
        goOn.countDown();
        assertThat(end().state()).isEqualTo(JobStatus.FINISHED);
        leaving.join();
        assertThat(calls).containsExactly("open", "prepare", "decided", "commit [part]");
    }

    @Test
    void whatWasDecidedIsNotPreparedAgain() throws Exception {
        start(Optional.empty());
        finishAll();
        end();
        calls.clear();
        start(Optional.of(decided));
        assertThat(end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(calls).containsExactly("commit [part]");
    }

    private void startAndHang() throws InterruptedException {
        bench.sink.onPrepare = () -> {
            calls.add("prepare");
            preparing.countDown();
            goOn.await();
        };
        start(Optional.empty());
        finishAll();
        preparing.await();
    }

    /** The timers of a life whose coordinators close. */
    private void awaitClosing() throws InterruptedException {
        bench.runtime.awaitTimer(Duration.ofSeconds(30));
    }

    private void finishAll() throws InterruptedException {
        for (TaskDeployment task : List.of(bench.executor.take(), bench.executor.take())) {
            bench.executor.finish(task, task.attempt().vertex() == 1 ? part() : Map.of());
        }
    }

    private static Map<String, List<byte[]>> part() {
        return Map.of("sink", List.of("part".getBytes()));
    }

    private RunReport end() throws InterruptedException {
        while (true) {
            RunReport next = take(statuses);
            if (next.state().terminal()) {
                bench.awaitThreads();
                return next;
            }
        }
    }

    private void start(Optional<PendingCommit> commit) {
        JobSpec spec = new JobSpec(
                JobId.random(),
                "job",
                "p",
                Optional.empty(),
                new JobParameters(Map.of(), 1, 2),
                new JobToken(new byte[JobToken.LENGTH]),
                new Configuration(Map.of("parallelism", "1")),
                commit,
                RunReport.ACCEPTED,
                0);
        master = new JobMaster(spec, bench.services, new Observer());
        master.start();
    }

    private final class Observer implements RunObserver {
        @Override
        public void beginning(int attempt, ProgramId program) {
            master.begin(attempt);
        }

        @Override
        public void committing(int attempt, PendingCommit commit) {
            calls.add("decided");
            decided = commit;
            if (refuse) {
                master.refuseCommit(attempt, "no disk");
            } else {
                master.commit(attempt);
            }
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
    }
}
