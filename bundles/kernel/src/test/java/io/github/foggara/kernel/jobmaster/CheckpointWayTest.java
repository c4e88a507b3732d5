package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointService;
import io.github.foggara.api.client.CheckpointInfo;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.state.IncompatibleStateException;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.Graphs;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.fixture.StoreBetween;
import io.github.foggara.kernel.gateway.TaskDeployment;
import io.github.foggara.kernel.gateway.TaskReport;
import io.github.foggara.kernel.gateway.TaskRestore;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The way of a checkpoint through the JobMaster, while it goes well and while it does not. */
@Timeout(60)
class CheckpointWayTest {
    private CheckpointRun checkpointed = new CheckpointRun();

    @AfterEach
    void close() {
        checkpointed.bench.close();
    }

    @Test
    void whatIsAcknowledgedIsRecordedPublishedAndThenTold() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        assertThat(tasks.get(0).restore().orElseThrow()).satisfies(restore -> {
            assertThat(restore.service()).isEqualTo("default");
            assertThat(restore.backend()).isEqualTo("heap");
            assertThat(restore.checkpoint()).isZero();
            assertThat(restore.floor()).isZero();
            assertThat(restore.directory()).isEqualTo("unused-checkpoints");
            assertThat(restore.state()).isEmpty();
        });
        checkpointed.acknowledged(tasks, "rest", "part");
        assertThat(take(checkpointed.answers)).isEqualTo("complete 1");
        assertThat(take(checkpointed.bench.sink.calls)).isEqualTo("open");
        assertThat(take(checkpointed.bench.sink.calls)).isEqualTo("commit 1 [part]");
        assertThat(List.of(
                        take(checkpointed.executor().completed).attempt(),
                        take(checkpointed.executor().completed).attempt()))
                .containsExactly(tasks.get(0).attempt(), tasks.get(1).attempt());
        CheckpointInfo info = checkpointed
                .told(report -> !report.checkpoints().isEmpty())
                .checkpoints()
                .get(0);
        assertThat(info.id()).isEqualTo(1);
        assertThat(info.pointer()).contains("chk-1");
    }

    @Test
    void nothingIsTriggeredPublishedOrToldBeforeTheLogHasIt() throws Exception {
        BlockingQueue<Long> held = new LinkedBlockingQueue<>();
        JobEventLog.Listener[] listener = new JobEventLog.Listener[1];
        holdDurability(held, listener);
        checkpointed.run.start();
        listenTo(held, listener);
        List<TaskDeployment> tasks = checkpointed.running();
        checkpointed.trigger();
        long issued = take(held);
        assertThat(checkpointed.executor().triggered).isEmpty();
        listener[0].durable(issued);
        checkpointed.acknowledge(tasks, take(checkpointed.executor().triggered).checkpoint(), "rest", "part");
        long complete = take(held);
        assertThat(checkpointed.storage.ids()).containsExactly(1L);
        assertThat(checkpointed.executor().completed).isEmpty();
        assertThat(checkpointed.bench.sink.calls).containsExactly("open");
        listener[0].durable(complete);
        take(checkpointed.executor().completed);
    }

    /** The first events of a run are let through. */
    private static void listenTo(BlockingQueue<Long> held, JobEventLog.Listener[] listener) throws Exception {
        long begun = take(held);
        listener[0].durable(begun);
    }

    private void holdDurability(BlockingQueue<Long> held, JobEventLog.Listener[] listener) {
        checkpointed.bench.plugins.register(
                JobEventStore.class, "file", "between/1.0", 9, new StoreBetween(checkpointed.bench.store) {
                    @Override
                    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay)
                            throws IOException {
                        listener[0] = context.listener();
                        return super.open(
                                job,
                                epoch,
                                heard(context, new ListenerBetween(context.listener()) {
                                    @Override
                                    public void durable(long position) {
                                        held.add(position);
                                    }
                                }),
                                replay);
                    }
                });
    }

    /** One that is complete in memory only: what restarted from it would never be published. */
    @Test
    void aLogThatCannotBeWrittenAnyMoreEndsWhatItHasNotRecorded() throws Exception {
        BlockingQueue<Long> held = new LinkedBlockingQueue<>();
        JobEventLog.Listener[] listener = new JobEventLog.Listener[1];
        holdDurability(held, listener);
        checkpointed.run.start();
        listenTo(held, listener);
        List<TaskDeployment> tasks = checkpointed.running();
        checkpointed.trigger();
        long issued = take(held);
        listener[0].durable(issued);
        checkpointed.acknowledge(tasks, take(checkpointed.executor().triggered).checkpoint(), "rest", "part");
        take(held);
        listener[0].degraded(2, "the disk is full");
        assertThat(checkpointed
                        .run
                        .await(report -> report.state() == JobStatus.SUSPENDED)
                        .cause()
                        .orElseThrow())
                .contains("could not record that checkpoint 1 is complete");
        assertThat(checkpointed.bench.sink.calls).doesNotContain("commit 1 [part]");
        assertThat(checkpointed.executor().completed).isEmpty();
    }

    @Test
    void aLogThatIsLostBeforeTasksRunIsNotForgotten() throws Exception {
        BlockingQueue<Long> held = new LinkedBlockingQueue<>();
        JobEventLog.Listener[] listener = new JobEventLog.Listener[1];
        holdDurability(held, listener);
        checkpointed.run.start();
        take(held);
        listener[0].degraded(0, "the disk is full");
        checkpointed.running();
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).contains("takes no checkpoint now");
        assertThat(checkpointed.executor().triggered).isEmpty();
    }

    @Test
    void withoutALogTheJobGoesOnAndTakesNoCheckpoints() throws Exception {
        JobEventLog.Listener[] listener = new JobEventLog.Listener[1];
        hearLog(listener);
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        listener[0].degraded(2, "the disk is full");
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).contains("takes no checkpoint now");
        assertThat(checkpointed.told(report -> report.health().size() > 1).health())
                .anyMatch(line -> line.contains("publishes nothing while its event log cannot be written"));
        checkpointed.executor().fail(tasks.get(1), new IllegalStateException("boom"));
        assertThat(afterDelay().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
    }

    private void hearLog(JobEventLog.Listener[] listener) {
        checkpointed.bench.plugins.register(
                JobEventStore.class, "file", "between/1.0", 9, new StoreBetween(checkpointed.bench.store) {
                    @Override
                    public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay)
                            throws IOException {
                        listener[0] = context.listener();
                        return super.open(job, epoch, context, replay);
                    }
                });
    }

    @Test
    void aRegionRestartsFromItAndTheEnumeratorGoesOn() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.executor().master.requestSplit(tasks.get(0).attempt());
        assertThat(checkpointed.splits()).containsExactly("split 0");
        checkpointed.complete(tasks, "rest of split 0", "part");
        checkpointed.executor().master.requestSplit(tasks.get(0).attempt());
        assertThat(checkpointed.splits()).containsExactly("split 1");
        checkpointed.executor().fail(tasks.get(1), new IllegalStateException("boom"));
        List<TaskDeployment> again = afterDelay();
        TaskRestore restore = again.get(0).restore().orElseThrow();
        assertThat(restore.checkpoint()).isEqualTo(1);
        assertThat(restore.floor()).isEqualTo(1);
        assertThat(CheckpointRun.restoredSplits(again.get(0))).containsExactly("rest of split 0");
        assertThat(checkpointed.splits()).as("what came after its cut").containsExactly("split 1");
        assertThat(checkpointed.enumerators).containsExactly("fresh");
    }

    private List<TaskDeployment> afterDelay() throws InterruptedException {
        checkpointed.bench.runtime.awaitExactly(CheckpointRun.DELAY);
        checkpointed.bench.runtime.advance(CheckpointRun.DELAY);
        return checkpointed.running();
    }

    @Test
    void aFailureGivesUpWhatIsUnderWayAndALateAcknowledgementChangesNothing() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.trigger();
        take(checkpointed.executor().triggered);
        checkpointed.executor().fail(tasks.get(1), new IllegalStateException("boom"));
        assertThat(take(checkpointed.answers)).startsWith("failed: ");
        checkpointed.acknowledge(tasks, 1, "late", "late");
        List<TaskDeployment> again = afterDelay();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isZero();
        assertThat(again.get(0).restore().orElseThrow().floor())
                .as("its barriers are void")
                .isEqualTo(1);
        checkpointed.acknowledge(tasks, 1, "late", "late");
        checkpointed.complete(again, "rest", "part");
        assertThat(checkpointed.storage.ids()).containsExactly(2L);
        assertThat(checkpointed.bench.sink.calls).containsExactly("open", "commit 2 [part]");
    }

    @Test
    void oneThatATaskDeclinesIsGivenUpAndTheJobGoesOn() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.trigger();
        take(checkpointed.executor().triggered);
        checkpointed.run.report(
                tasks.get(1).attempt(),
                new TaskReport.Declined(1, CheckpointDecline.SNAPSHOT_FAILED, "the disk is full"));
        assertThat(take(checkpointed.answers)).isEqualTo("failed: the disk is full");
        take(checkpointed.executor().aborted);
        checkpointed.executor().master.requestSplit(tasks.get(0).attempt());
        assertThat(checkpointed.splits()).containsExactly("split 0");
        assertThat(checkpointed
                        .told(report -> !report.checkpoints().isEmpty())
                        .checkpoints()
                        .get(0)
                        .failure())
                .contains("the disk is full");
    }

    @Test
    void tasksDoNotHearOfOneThatIsGivenUpWhileAnOlderOneIsPending() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        for (boolean tellsTasks : List.of(false, true)) {
            checkpointed.plugin.tellsTasks = tellsTasks;
            checkpointed.trigger();
            long id = take(checkpointed.executor().triggered).checkpoint();
            checkpointed.run.report(
                    tasks.get(1).attempt(), new TaskReport.Declined(id, CheckpointDecline.SNAPSHOT_FAILED, "no"));
            assertThat(take(checkpointed.answers)).isEqualTo("failed: no");
        }
        assertThat(take(checkpointed.executor().aborted).checkpoint()).isEqualTo(2);
    }

    @Test
    void oneThatCannotBeStoredIsNeitherPublishedNorTold() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.storage.unwritable = new IOException("no permission");
        checkpointed.acknowledged(tasks, "rest", "part");
        assertThat(take(checkpointed.answers)).isEqualTo("failed: no permission");
        assertThat(checkpointed.told(report -> !report.health().isEmpty()).health())
                .containsExactly("Checkpoints of job 'job' fail, the last was 1: no permission");
        checkpointed.storage.unwritable = null;
        checkpointed.complete(tasks, "rest", "part and more");
        assertThat(checkpointed.bench.sink.calls).containsExactly("open", "commit 2 [part and more]");
        checkpointed.told(report -> report.health().isEmpty());
    }

    @Test
    void whatFinishedTasksMadeIsPublishedAtTheEndAsBefore() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.executor().finish(tasks.get(0), Map.of());
        checkpointed.executor().finish(tasks.get(1), Map.of("sink", List.of(CheckpointRun.bytes("last"))));
        assertThat(checkpointed.run.end().state()).isEqualTo(JobStatus.FINISHED);
        assertThat(checkpointed.bench.sink.calls).containsExactly("open", "commit 1 [part]", "commit [last]");
    }

    @Test
    void whyNoneBeginsWhileTheJobRunsIsTold() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.executor().finish(tasks.get(1), Map.of("sink", List.of(CheckpointRun.bytes("last"))));
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).isEqualTo("failed: 'sink' has output that stands in no checkpoint");
        assertThat(checkpointed.told(report -> !report.health().isEmpty()).health())
                .containsExactly("Job 'job' takes no checkpoints: 'sink' has output that stands in no checkpoint");
        checkpointed.executor().finish(tasks.get(0), Map.of());
        assertThat(checkpointed.run.end().health()).isEmpty();
    }

    @Test
    void aSinkThatPublishesOnlyAtTheEndIsRefusedInWords() throws Exception {
        other("restart-strategy.type", "none");
        checkpointed.bench.programs.add(
                "p", "2", parameters -> Graphs.sourceToSink(checkpointed.bench.source, new EndOnlySink()));
        checkpointed.run.start();
        assertThat(checkpointed.run.end().cause().orElseThrow())
                .contains("The sink 'sink' of job 'job' publishes only at the end", "execution.checkpointing.interval");
    }

    @Test
    void anEnumeratorWithoutStateEndsCheckpointsAndNotTheJob() throws Exception {
        checkpointed.enumeratorKeepsState = false;
        checkpointed.started();
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).startsWith("failed: ");
        assertThat(checkpointed.told(report -> !report.health().isEmpty()).health())
                .anyMatch(line -> line.startsWith("Job 'job' has no checkpoints: The source 'source' did not give"));
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).contains("takes no checkpoint now");
    }

    /** The same with another value of an option. */
    private void other(String key, String value) {
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put(key, value);
        checkpointed.bench.close();
        checkpointed = new CheckpointRun(new Bench(), new MemoryStorage(), options);
    }

    @Test
    void aBatchJobSaysThatItHasNone() throws Exception {
        other("execution.runtime-mode", "BATCH");
        checkpointed.bench.programs.add(
                "p", "2", parameters -> Graphs.sourceToSink(checkpointed.bench.source, checkpointed.bench.sink));
        List<TaskDeployment> tasks = checkpointed.started();
        assertThat(tasks.get(0).restore()).isEmpty();
        checkpointed.trigger();
        assertThat(take(checkpointed.answers)).contains("runs in mode BATCH, which has no checkpoints");
    }

    @Test
    void theGapOfASourceThatCannotBeReadAgainIsTold() throws Exception {
        checkpointed.replayable = false;
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.executor().fail(tasks.get(0), new IllegalStateException("boom"));
        assertThat(checkpointed.told(report -> !report.report().isEmpty()).report())
                .anyMatch(line -> line.startsWith("Incident 1: 'source' cannot be read again"));
    }

    @Test
    void aPluginThatLeavesSuspendsTheJobUntilItIsBack() throws Exception {
        List<TaskDeployment> tasks = checkpointed.started();
        checkpointed.complete(tasks, "rest", "part");
        checkpointed.bench.plugins.unregister(CheckpointService.class, "default", checkpointed.plugin);
        assertThat(checkpointed
                        .run
                        .await(report -> report.state() == JobStatus.SUSPENDED)
                        .cause()
                        .orElseThrow())
                .contains("checkpoint service");
        checkpointed.bench.plugins.register(
                CheckpointService.class, "default", "checkpoint/2.0", 0, checkpointed.plugin);
        List<TaskDeployment> again = checkpointed.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
    }

    /** Found out by the tasks, when they open. */
    @Test
    void stateThatDoesNotFitTheCodeWaitsForOtherCode() throws Exception {
        checkpointed.complete(checkpointed.started(), "rest", "part");
        checkpointed.bench.plugins.unregister(CheckpointService.class, "default", checkpointed.plugin);
        checkpointed.run.await(report -> report.state() == JobStatus.SUSPENDED);
        checkpointed.bench.plugins.register(
                CheckpointService.class, "default", "checkpoint/2.0", 0, checkpointed.plugin);
        for (TaskDeployment task : checkpointed.run.deployed(2)) {
            checkpointed.executor().fail(task, new IncompatibleStateException("State 'seen' cannot be restored"));
        }
        checkpointed.run.await(report -> report.state() == JobStatus.SUSPENDED
                && report.cause().orElseThrow().contains("State 'seen' cannot be restored"));
        checkpointed.bench.runtime.awaitExactly(CheckpointRun.RETRY);
        checkpointed.bench.runtime.advance(CheckpointRun.RETRY);
        assertThat(checkpointed.running().get(0).restore().orElseThrow().checkpoint())
                .isEqualTo(1);
    }
}
