package io.github.foggara.kernel.jobmaster;

import static io.github.foggara.kernel.fixture.FakeExecutor.take;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.StateHandle;
import io.github.foggara.api.client.JobStatus;
import io.github.foggara.api.event.EventLogContext;
import io.github.foggara.api.event.EventRecord;
import io.github.foggara.api.event.JobEventLog;
import io.github.foggara.api.event.JobEventStore;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.kernel.fixture.Bench;
import io.github.foggara.kernel.fixture.MemoryStorage;
import io.github.foggara.kernel.fixture.StoreBetween;
import io.github.foggara.kernel.gateway.TaskDeployment;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a JobMaster goes on from that finds a log, checkpoints, both damaged, or what another run left. */
@Timeout(60)
class CheckpointRecoveryTest {

    private CheckpointRun first = new CheckpointRun();
    private CheckpointRun next;
    private boolean logDamaged;
    private int lives;

    @AfterEach
    void close() {
        first.bench.close();
        if (next != null) {
            next.bench.close();
        }
    }

    /** Another JobMaster in another process goes on with the same run; the former one is not told. */
    private void crash() {
        next = new CheckpointRun(first);
        if (logDamaged) {
            next.bench.plugins.register(JobEventStore.class, "file", "damaged/1.0", 9, new Damaging(next.bench.store));
        }
        next.run.start(first.run.id, ++lives);
    }

    private RunReport suspended(Predicate<String> cause) throws InterruptedException {
        return next.run.await(report -> report.state() == JobStatus.SUSPENDED
                && report.cause().filter(cause).isPresent());
    }

    @Test
    void everythingGoesOnFromTheNewestOneAndItIsPublishedAgain() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.executor().master.requestSplit(tasks.get(0).attempt());
        first.splits();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        first.executor().master.requestSplit(tasks.get(0).attempt());
        first.splits();
        first.executor().finish(tasks.get(1), Map.of("sink", List.of(CheckpointRun.bytes("undone"))));
        crash();
        List<TaskDeployment> again = next.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(2);
        assertThat(CheckpointRun.restoredSplits(again.get(0))).containsExactly("rest");
        assertThat(again).allMatch(task -> task.attempt().attempt() > 0);
        assertThat(next.enumerators).containsExactly("restored at 1");
        assertThat(next.bench.sink.calls).containsExactly("restore 2 [two]", "commit 2 [two]");
        next.executor().master.requestSplit(again.get(0).attempt());
        assertThat(next.splits()).as("what came after the cut comes again").containsExactly("split 1");
        next.complete(again, "rest", "three");
        next.awaitCheckpoints(2L, 3L);
    }

    @Test
    void oneThatWasStoredAndNotRecordedIsForgotten() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.trigger();
        take(first.executor().triggered);
        CheckpointMetadata one = first.storage.load("chk-1");
        first.storage.put(
                new CheckpointMetadata(one.job(), one.jobName(), 2, 0, one.kind(), one.fingerprint(), one.vertices()));
        crash();
        assertThat(next.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
        assertThat(next.storage.ids()).containsExactly(1L);
    }

    @Test
    void aDamagedOneIsPassedOverForTheNextOlder() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        first.storage.damaged.add(2L);
        crash();
        List<TaskDeployment> again = next.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
        assertThat(next.told(report -> !report.health().isEmpty()).health())
                .anyMatch(line -> line.contains("goes on from checkpoint 1")
                        && line.contains("checkpoint 2: The checkpoint chk-2 is damaged"));
        next.complete(again, "rest", "three");
        assertThat(next.bench.sink.calls).containsExactly("restore 1 [one]", "commit 1 [one]", "commit 3 [three]");
    }

    @Test
    void aLogThatIsDamagedAndADamagedNewestOneAreBothTold() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        first.storage.damaged.add(2L);
        logDamaged = true;
        crash();
        assertThat(next.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
        assertThat(next.told(report -> report.health().size() > 1).health())
                .anyMatch(line -> line.contains("goes on from checkpoint 1")
                        && line.contains("checkpoint 2: The checkpoint chk-2 is damaged"));
    }

    @Test
    void aRunOfWhichOnlyADamagedOneIsLeftDoesNotBeginAgain() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.storage.damaged.add(1L);
        next = new CheckpointRun(new Bench(), first.storage, CheckpointRun.OPTIONS);
        next.run.start();
        suspended(cause -> cause.contains("No completed checkpoint"));
        assertThat(next.executor().deployed).isEmpty();
    }

    /** A task cannot say that it is the checkpoint's fault; so a life begins, which reads it through. */
    @Test
    void oneAtWhichTasksFailAgainAndAgainIsReadThroughOnceMore() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        first.storage.damaged.add(2L);
        first.executor().fail(tasks.get(1), new IllegalStateException("boom"));
        for (int i = 0; i < 2; i++) {
            first.bench.runtime.awaitExactly(CheckpointRun.DELAY);
            first.bench.runtime.advance(CheckpointRun.DELAY);
            List<TaskDeployment> again = first.run.deployed(2);
            assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(2);
            first.executor().fail(again.get(0), new IOException("the file is damaged"));
        }
        first.bench.runtime.awaitExactly(CheckpointRun.DELAY);
        first.bench.runtime.advance(CheckpointRun.DELAY);
        assertThat(first.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
    }

    @Test
    void withoutAnyThatCanBeReadTheJobWaitsAndNeverBeginsAgain() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.storage.damaged.add(1L);
        crash();
        assertThat(suspended(cause -> cause.contains("No completed checkpoint"))
                        .cause()
                        .orElseThrow())
                .contains("checkpoint 1: The checkpoint chk-1 is damaged", "Bring the files back");
        assertThat(next.executor().deployed).isEmpty();
        next.storage.damaged.clear();
        next.bench.runtime.awaitExactly(CheckpointRun.RETRY);
        next.bench.runtime.advance(CheckpointRun.RETRY);
        assertThat(next.running().get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
    }

    @Test
    void aLogThatIsDamagedLeavesTheNewestOneInStorage() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "older", "one");
        first.complete(tasks, "rest", "two");
        logDamaged = true;
        crash();
        List<TaskDeployment> again = next.running();
        assertThat(again.get(0).restore().orElseThrow().checkpoint()).isEqualTo(2);
        assertThat(again.get(0).restore().orElseThrow().floor()).isEqualTo(2);
        assertThat(next.bench.sink.calls).containsExactly("restore 2 [two]", "commit 2 [two]");
        next.complete(again, "rest", "three");
        assertThat(next.storage.ids()).contains(3L);
    }

    @Test
    void aDamagedLogAndNothingInStorageLeaveTheJobWaitingAlsoTheNextTime() throws Exception {
        first.started();
        logDamaged = true;
        crash();
        suspended(cause -> cause.contains("may have published output"));
        first.bench.close();
        first = next;
        logDamaged = false;
        crash();
        suspended(cause -> cause.contains("may have published output"));
        assertThat(next.executor().deployed).isEmpty();
    }

    @Test
    void aNewRunBeginsFromTheOneItsConfigurationNames() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put("execution.state-recovery.path", "elsewhere/chk-1");
        next = new CheckpointRun(new Bench(), new MemoryStorage(), options);
        next.storage.foreign.put("elsewhere/chk-1", first.storage.load("chk-1"));
        next.run.start();
        List<TaskDeployment> begun = next.running();
        assertThat(begun.get(0).restore().orElseThrow().checkpoint()).isEqualTo(1);
        assertThat(CheckpointRun.restoredSplits(begun.get(0))).containsExactly("rest");
        next.trigger();
        assertThat(take(next.executor().triggered).checkpoint())
                .as("ids go on above it")
                .isEqualTo(2);
    }

    @Test
    void aNamedOneThatCannotBeReadFailsTheRunInWords() throws Exception {
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put("execution.state-recovery.path", "elsewhere/chk-9");
        next = new CheckpointRun(new Bench(), new MemoryStorage(), options);
        next.run.start();
        assertThat(next.run.end().cause().orElseThrow())
                .contains("execution.state-recovery.path", "The checkpoint elsewhere/chk-9 is not there");
    }

    /** What was found the first time must not be forgotten by the try after it. */
    @Test
    void aNamedOneThatDoesNotFitIsRefusedAtEachTry() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        Map<String, String> options = new HashMap<>(CheckpointRun.OPTIONS);
        options.put("execution.state-recovery.path", "elsewhere/chk-1");
        next = new CheckpointRun(new Bench(), new MemoryStorage(), options);
        next.storage.foreign.put("elsewhere/chk-1", withGone(first.storage.load("chk-1")));
        next.run.start();
        refusedAtEachTry();
    }

    @Test
    void checkpointsOfARunWhoseLogIsGoneAreNotDeletedByTheSecondTry() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.storage.put(withGone(first.storage.load("chk-1")));
        next = new CheckpointRun(new Bench(), first.storage, CheckpointRun.OPTIONS);
        next.run.start();
        refusedAtEachTry();
        assertThat(next.storage.ids()).containsExactly(1L);
    }

    private void refusedAtEachTry() throws InterruptedException {
        for (int i = 0; i < 3; i++) {
            suspended(cause -> cause.contains("uid 'gone'"));
            next.bench.runtime.awaitExactly(CheckpointRun.RETRY);
            next.bench.runtime.advance(CheckpointRun.RETRY);
        }
        assertThat(next.executor().deployed).isEmpty();
    }

    @Test
    void aDamagedLogIsRememberedAlsoIfTheLifeEndsBeforeItBegan() throws Exception {
        first.started();
        logDamaged = true;
        next = new CheckpointRun(first);
        next.bench.plugins.register(JobEventStore.class, "file", "damaged/1.0", 9, new Damaging(next.bench.store));
        next.bench.programs.add("p", "1", parameters -> {
            throw new IllegalStateException("cannot be drawn");
        });
        next.run.start(first.run.id, ++lives);
        next.run.await(report -> report.state() == JobStatus.FAILED || report.state() == JobStatus.RESTARTING);
        first.bench.close();
        first = next;
        logDamaged = false;
        crash();
        suspended(cause -> cause.contains("may have published output"));
    }

    @Test
    void stateOfAnOperatorThatIsGoneKeepsTheJobWaiting() throws Exception {
        List<TaskDeployment> tasks = first.started();
        first.complete(tasks, "rest", "one");
        first.storage.put(withGone(first.storage.load("chk-1")));
        crash();
        assertThat(suspended(cause -> cause.contains("uid 'gone'")).cause().orElseThrow())
                .contains("ignore-unclaimed-state=true");
    }

    private static CheckpointMetadata withGone(CheckpointMetadata one) {
        return new CheckpointMetadata(
                one.job(),
                one.jobName(),
                1,
                0,
                one.kind(),
                one.fingerprint(),
                List.of(one.vertices().get(0), gone()));
    }

    private static CheckpointMetadata.Vertex gone() {
        return new CheckpointMetadata.Vertex(
                "gone", List.of("gone"), 1, 128, Map.of("gone", new StateHandle.Inline(new byte[1])), Map.of());
    }

    /** The log of the run cannot be decoded. */
    private static final class Damaging extends StoreBetween {
        private boolean aside;

        private Damaging(JobEventStore store) {
            super(store);
        }

        @Override
        public JobEventLog open(JobId job, long epoch, EventLogContext context, Replay replay) throws IOException {
            return super.open(
                    job,
                    epoch,
                    context,
                    (position, event) ->
                            replay.event(position, aside ? event : new EventRecord(99, 1, true, new byte[0])));
        }

        @Override
        public String setAside(JobId job, Path directory) throws IOException {
            aside = true;
            return super.setAside(job, directory);
        }
    }
}
