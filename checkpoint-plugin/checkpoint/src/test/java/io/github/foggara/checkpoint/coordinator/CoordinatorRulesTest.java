package io.github.foggara.checkpoint.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointCoordinator;
import io.github.foggara.api.checkpoint.CheckpointCoordinator.End;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Pointer;
import io.github.foggara.api.checkpoint.CheckpointStorage;
import io.github.foggara.api.execution.JobId;
import io.github.foggara.api.failover.TaskId;
import io.github.foggara.checkpoint.CheckpointOptions;
import io.github.foggara.checkpoint.DefaultCheckpointService;
import io.github.foggara.checkpoint.storage.CheckpointDisk;
import io.github.foggara.testkit.checkpoint.CoordinatorScenario;
import io.github.foggara.testkit.checkpoint.ManualCheckpointContext;
import io.github.foggara.testkit.disk.DiskOperation;
import io.github.foggara.testkit.disk.SimulatedDisk;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What this coordinator does beyond the contract. */
class CoordinatorRulesTest {
    private static final JobId JOB = new JobId(1, 2);
    private static final Path DIRECTORY = Path.of("checkpoints");

    private final SimulatedDisk disk = new SimulatedDisk(1, null);
    private final DefaultCheckpointService service = new DefaultCheckpointService(disk.as(CheckpointDisk.class));
    private CoordinatorScenario scenario;

    private ManualCheckpointContext start(Map<String, String> options) {
        scenario = new CoordinatorScenario(service, JOB, DIRECTORY, options, 0);
        return scenario.job();
    }

    private void reconfigure(Map<String, String> options) {
        scenario.coordinator().reconfigure(CoordinatorScenario.configuration(options));
    }

    private void advance(long millis) {
        scenario.job().runtime().advance(Duration.ofMillis(millis));
    }

    @Test
    void theIntervalCountsFromBeginToBegin() {
        ManualCheckpointContext job = start(Map.of("interval", "1 s"));
        advance(999);
        assertThat(job.takeSaid()).isEmpty();
        advance(1);
        assertThat(job.takeSaid()).containsExactly("issue 1");
        advance(300);
        scenario.settle(1);
        job.takeSaid();
        advance(699);
        assertThat(job.takeSaid()).isEmpty();
        advance(1);
        assertThat(job.takeSaid()).containsExactly("issue 2");
    }

    @Test
    void theMinimalPauseCountsFromTheEnd() {
        ManualCheckpointContext job =
                start(Map.of("interval", "1 s", "min-pause", "700 ms", "max-concurrent-checkpoints", "3"));
        advance(1000);
        advance(5000);
        assertThat(job.takeSaid()).as("a pause means one at a time").containsExactly("issue 1");
        scenario.settle(1);
        job.takeSaid();
        advance(699);
        assertThat(job.takeSaid()).isEmpty();
        advance(1);
        assertThat(job.takeSaid()).containsExactly("issue 2");
    }

    @Test
    void anIntervalMayComeGoAndChangeWhileTheJobRuns() {
        ManualCheckpointContext job = start(Map.of());
        advance(60_000);
        assertThat(job.takeSaid()).isEmpty();
        reconfigure(Map.of("interval", "61 s"));
        advance(1000);
        assertThat(job.takeSaid()).containsExactly("issue 1");
        scenario.settle(1);
        reconfigure(Map.of());
        job.takeSaid();
        advance(600_000);
        assertThat(job.takeSaid()).isEmpty();
        assertThat(job.runtime().timers()).isZero();
    }

    @Test
    void severalMayBeUnderWayAndTheNewestMakesOlderOnesVoid() {
        ManualCheckpointContext job = start(Map.of("interval", "1 s", "max-concurrent-checkpoints", "3"));
        advance(5000);
        assertThat(job.takeSaid()).containsExactly("issue 1", "issue 2", "issue 3");
        List.of(1L, 2L, 3L).forEach(scenario::open);
        scenario.acknowledgeAll(2);
        job.runIo();
        job.takeSaid();
        scenario.coordinator().recorded(2);
        assertThat(job.takeSaid()).contains("aborted 1 SUBSUMED").doesNotContain("aborted 3 SUBSUMED");
        scenario.acknowledgeAll(3);
        job.runIo();
        scenario.coordinator().recorded(3);
        job.runIo();
        assertThat(scenario.stored()).containsExactly(3L);
    }

    @Test
    void anOlderOneThatIsStoredLaterIsNotRecorded() {
        ManualCheckpointContext job = start(Map.of("interval", "1 s", "max-concurrent-checkpoints", "2"));
        advance(3000);
        scenario.open(1);
        scenario.open(2);
        scenario.acknowledgeAll(2);
        scenario.acknowledgeAll(1);
        job.takeSaid();
        job.runIo();
        assertThat(job.takeSaid()).contains("complete 2", "aborted 1 SUBSUMED").doesNotContain("complete 1");
        assertThat(scenario.stored()).containsExactly(2L);
    }

    /** A task that hears of an abort gives up what is older as well. */
    @Test
    void tasksHearOfAnAbortOnlyWhenNoOlderOneIsPending() {
        ManualCheckpointContext job = start(
                Map.of("interval", "1 s", "max-concurrent-checkpoints", "3", "tolerable-failed-checkpoints", "9"));
        advance(5000);
        List.of(1L, 2L, 3L).forEach(scenario::open);
        job.takeSaid();
        scenario.coordinator().decline(job.tasks().attempt(1, 0), 2, CheckpointDecline.NOT_READY, "no");
        assertThat(job.takeSaid()).contains("aborted 2 NOT_READY, untold");
        scenario.acknowledgeAll(1);
        job.runIo();
        assertThat(job.takeSaid()).contains("complete 1");
        scenario.coordinator().recorded(1);
        scenario.coordinator().decline(job.tasks().attempt(1, 0), 3, CheckpointDecline.NOT_READY, "no");
        assertThat(job.takeSaid()).contains("aborted 3 NOT_READY");
    }

    @Test
    void asManyAreKeptAsConfigured() {
        ManualCheckpointContext job = start(Map.of("num-retained", "3"));
        for (int id = 1; id <= 5; id++) {
            scenario.complete(id, Kind.CHECKPOINT);
        }
        assertThat(scenario.stored()).containsExactly(3L, 4L, 5L);
        assertThat(job.takeSaid()).contains("discarded 1", "discarded 2").doesNotContain("discarded 3");
        reconfigure(Map.of("num-retained", "1"));
        job.runIo();
        assertThat(scenario.stored()).containsExactly(5L);
    }

    @Test
    void theEndDecidesWithTheRetentionWhatStays() {
        for (String retention :
                List.of("NO_EXTERNALIZED_CHECKPOINTS", "DELETE_ON_CANCELLATION", "RETAIN_ON_CANCELLATION")) {
            for (End end : List.of(End.FINISHED, End.CANCELED, End.FAILED)) {
                start(Map.of("externalized-checkpoint-retention", retention));
                scenario.complete(1, Kind.CHECKPOINT);
                scenario.coordinator().close(end);
                scenario.job().runIo();
                assertThat(scenario.stored()).as("its end is not recorded").containsExactly(1L);
                release(end);
                boolean stays = end == End.FAILED && !retention.startsWith("NO_")
                        || end == End.CANCELED && retention.startsWith("RETAIN_");
                assertThat(scenario.stored()).as(retention + " " + end).isEqualTo(stays ? List.of(1L) : List.of());
                List.of(1L).forEach(this::remove);
            }
        }
    }

    private void release(End end) {
        try {
            service.release(scenario.job().storage(), end);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void remove(long id) {
        try {
            scenario.storage().discard(id);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void aFullDiskIsToldWithItsCauseAndNothingStays() {
        ManualCheckpointContext job = start(Map.of("tolerable-failed-checkpoints", "1"));
        scenario.complete(1, Kind.CHECKPOINT);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(2);
        scenario.acknowledgeAll(2);
        job.takeSaid();
        disk.fill();
        job.runIo();
        assertThat(job.takeSaid()).containsExactly("aborted 2 STORAGE_FAILED");
        assertThat(job.words(2)).contains("cannot be written").contains("told to fail");
        disk.heal();
        assertThat(scenario.stored()).containsExactly(1L);
        assertThat(disk.as(CheckpointDisk.class))
                .satisfies(d -> assertThat(d.list(DIRECTORY.toAbsolutePath().resolve(JOB.toString())))
                        .containsExactly("chk-1", "shared"));
        scenario.complete(3, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(3L);
    }

    /** With all state in the metadata no missing part gives it away. */
    @Test
    void whatWasGivenUpIsNotStoredByActionsThatOvertakeEachOther() {
        ManualCheckpointContext job = start(Map.of("data-inline-threshold", "1 mb"));
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        scenario.acknowledgeAll(1);
        scenario.coordinator().fence(Set.of(new TaskId(0, 0)), "failed");
        job.runIoActions(waiting -> waiting - 1);
        job.runIo();
        assertThat(scenario.stored()).isEmpty();
    }

    /** It is given up and deleted while its metadata is about to be written. */
    @Test
    void whatWasGivenUpWhileItWasStoredIsDeletedByWhoeverStoresIt() throws IOException {
        ManualCheckpointContext job = start(Map.of("data-inline-threshold", "1 mb"));
        giveUpBefore("complete", job);
        assertThat(job.takeSaid()).contains("aborted 1 FAILOVER").doesNotContain("complete 1");
        assertThat(scenario.stored()).isEmpty();
    }

    /** The parts of the tasks are gone then, so it cannot be stored; what its storing has written goes as well. */
    @Test
    void whatWasGivenUpAndCannotBeStoredLeavesNothing() throws IOException {
        ManualCheckpointContext job = start(Map.of("data-inline-threshold", "0 kb"));
        giveUpBefore("writer", job);
        assertThat(job.takeSaid()).contains("aborted 1 FAILOVER").doesNotContain("complete 1");
        Path run = DIRECTORY.toAbsolutePath().resolve(JOB.toString());
        assertThat(disk.list(run)).as("a later one may point at what is shared").containsExactly("shared");
        scenario.storage().sweep(0);
        assertThat(disk.list(DIRECTORY.toAbsolutePath())).isEmpty();
    }

    /** What was given up is deleted at once, before that step of its storing. */
    private void giveUpBefore(String step, ManualCheckpointContext job) {
        CheckpointStorage storage = scenario.storage();
        CheckpointCoordinator[] coordinator = new CheckpointCoordinator[1];
        CheckpointStorage slow = (CheckpointStorage) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {CheckpointStorage.class}, (proxy, method, given) -> {
                    if (method.getName().equals(step)) {
                        coordinator[0].fence(Set.of(new TaskId(0, 0)), "failed");
                        job.runIoActions();
                    }
                    try {
                        return method.invoke(storage, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
        coordinator[0] = new JobCheckpointCoordinator(job, place -> slow, CheckpointOptions::of);
        job.runIo();
        coordinator[0].trigger(Kind.CHECKPOINT, new NoAnswer());
        coordinator[0].issued(1);
        coordinator[0].coordinatorsSnapshotted(1, Map.of("vertex-0", new byte[] {1}));
        job.tasks().running().forEach(attempt -> coordinator[0].acknowledge(attempt, 1, scenario.write(attempt, 1)));
        job.runIo();
    }

    @Test
    void whatCannotBeDeletedIsTriedAgain() {
        start(Map.of());
        scenario.complete(1, Kind.CHECKPOINT);
        disk.fail(DiskOperation.DELETE);
        scenario.complete(2, Kind.CHECKPOINT);
        disk.heal();
        assertThat(scenario.stored()).containsExactly(1L, 2L);
        scenario.complete(3, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(3L);
    }

    @Test
    void anotherLifeRemovesWhatIsIncompleteAndTakesNoIdAgain() throws IOException {
        start(Map.of());
        scenario.complete(1, Kind.CHECKPOINT);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(2);
        scenario.acknowledge(scenario.job().tasks().attempt(0, 0), 2);
        ManualCheckpointContext before = scenario.job();
        ManualCheckpointContext next = new ManualCheckpointContext(
                JOB, before.tasks(), DIRECTORY, CoordinatorScenario.configuration(Map.of()), 0);
        scenario = new CoordinatorScenario(service, next);
        Path run = DIRECTORY.toAbsolutePath().resolve(JOB.toString());
        assertThat(disk.list(run)).containsExactly("chk-1", "shared");
        assertThat(disk.list(run.resolve("shared"))).isNotEmpty().allMatch(name -> name.startsWith("1."));
        assertThat(scenario.stored()).as("newer than all that is known").containsExactly(1L);
        scenario.trigger(Kind.CHECKPOINT);
        assertThat(next.takeSaid()).as("1 was taken").containsExactly("issue 2");
        scenario.settle(2);
        assertThat(scenario.stored()).containsExactly(2L);
        assertThat(next.takeSaid()).as("the log never knew it").doesNotContain("discarded 1");
    }

    @Test
    void nothingBeginsBeforeTheStorageWasLookedAt() {
        ManualCheckpointContext job = new ManualCheckpointContext(
                JOB,
                CoordinatorScenario.tasks(JOB),
                DIRECTORY,
                CoordinatorScenario.configuration(Map.of("interval", "1 s")),
                0);
        service.createCoordinator(job);
        job.runtime().advance(Duration.ofSeconds(5));
        assertThat(job.takeSaid()).isEmpty();
        job.runIo();
        assertThat(job.takeSaid()).containsExactly("issue 1");
    }

    @Test
    void aStorageThatCannotBeReadDoesNotStopTheJob() {
        disk.fail(DiskOperation.LIST);
        ManualCheckpointContext job = start(Map.of());
        disk.heal();
        scenario.complete(1, Kind.CHECKPOINT);
        assertThat(job.takeSaid()).contains("complete 1");
    }

    @Test
    void theIntervalBeginsAnewWithTheTasks() {
        ManualCheckpointContext job = start(Map.of("interval", "1 s"));
        advance(900);
        scenario.coordinator().fence(Set.of(new TaskId(0, 0)), "failed");
        job.tasks().restart(0, 0);
        scenario.coordinator().tasksChanged();
        advance(500);
        job.tasks().phase(0, 0, Phase.RUNNING);
        scenario.coordinator().tasksChanged();
        advance(499);
        assertThat(job.takeSaid()).isEmpty();
        advance(1);
        assertThat(job.takeSaid()).containsExactly("issue 1");
    }

    @Test
    void failuresOfSavepointsAreTheirAskersAffair() {
        ManualCheckpointContext job = start(Map.of());
        scenario.trigger(Kind.SAVEPOINT);
        scenario.open(1);
        job.takeSaid();
        scenario.coordinator().decline(job.tasks().attempt(0, 0), 1, CheckpointDecline.SNAPSHOT_FAILED, "no");
        assertThat(job.takeSaid()).containsExactly("aborted 1 SNAPSHOT_FAILED");
        assertThat(scenario.takeAnswers()).containsExactly("failed");
    }

    @Test
    void theFiguresAreThoseOfTheSlowest() {
        ManualCheckpointContext job = start(Map.of());
        scenario.trigger(Kind.CHECKPOINT);
        scenario.open(1);
        advance(40);
        scenario.acknowledgeAll(1);
        job.runIo();
        assertThat(job.summary(1).durationMillis()).isEqualTo(40);
        assertThat(job.summary(1).alignmentMillis()).isEqualTo(2);
        assertThat(job.summary(1).pauseMillis()).isEqualTo(2);
        assertThat(job.summary(1).bytes()).isGreaterThan(5 * 30_000);
        assertThat(job.summary(1).slowest()).contains("'vertex-1' (3/3)");
    }

    /** Nobody waits for it. */
    private static final class NoAnswer implements CheckpointCoordinator.Answer {
        @Override
        public void completed(Pointer pointer) {}

        @Override
        public void failed(String words) {}
    }
}
