package io.github.foggara.testkit.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.foggara.api.checkpoint.CheckpointContext.Phase;
import io.github.foggara.api.checkpoint.CheckpointCoordinator.End;
import io.github.foggara.api.checkpoint.CheckpointDecline;
import io.github.foggara.api.checkpoint.CheckpointMetadata;
import io.github.foggara.api.checkpoint.CheckpointMetadata.Kind;
import io.github.foggara.api.execution.ExecutionAttemptId;
import io.github.foggara.api.failover.TaskId;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * What a {@code CheckpointCoordinator} promises, whatever its plugin: the order of effects, who may answer, and that nothing of a checkpoint
 * that was given up comes back; what goes and what stays is in {@link CheckpointRetentionContract}. A plugin's suite:
 *
 * <pre>{@code
 * class DefaultCoordinatorTest extends CheckpointCoordinatorContract {
 *     protected CheckpointService service() { return new DefaultCheckpointService(); }
 *     protected Path directory() { return temporary; }
 * }
 * }</pre>
 */
public abstract class CheckpointCoordinatorContract extends CheckpointRetentionContract {
    @Test
    void everyStepWaitsForTheOneBefore() {
        start(Map.of());
        scenario.trigger(Kind.CHECKPOINT);
        assertSaid("issue 8");
        scenario.coordinator().issued(8);
        assertSaid("snapshotCoordinators 8");
        scenario.coordinator().coordinatorsSnapshotted(8, Map.of("vertex-0", new byte[] {5}));
        assertSaid("trigger 0.0 8", "trigger 0.1 8", "triggered 8");
        for (ExecutionAttemptId attempt : job().tasks().running()) {
            job().runIo();
            assertSaid();
            assertThat(scenario.stored()).isEmpty();
            scenario.acknowledge(attempt, 8);
        }
        job().runIo();
        assertSaid("complete 8");
        assertThat(scenario.takeAnswers()).as("not recorded yet").isEmpty();
        assertThat(scenario.stored()).containsExactly(8L);
        scenario.coordinator().recorded(8);
        assertThat(scenario.takeAnswers()).containsExactly("completed 8");
    }

    @Test
    void theMetadataHoldsEveryAnswerAndTheEnumerators() throws Exception {
        start(Map.of());
        scenario.complete(8, Kind.CHECKPOINT);
        CheckpointMetadata stored =
                scenario.storage().load(job().completed().get(0).pointer());
        assertThat(stored.id()).isEqualTo(8);
        assertThat(stored.job()).isEqualTo(job().job());
        assertThat(stored.fingerprint()).isEqualTo(job().fingerprint());
        assertThat(stored.vertices()).extracting(v -> v.subtasks().size()).containsExactly(2, 3);
        assertThat(stored.vertices()).extracting(v -> v.parallelism()).containsExactly(2, 3);
        try (var in = scenario.storage().read(stored.coordinator("vertex-0").orElseThrow())) {
            assertThat(in.readAllBytes()).containsExactly(8);
        }
        assertThat(job().summary(8).slowest().orElse("")).contains("vertex-1");
    }

    @Test
    void onlyTheAttemptsOfThePlanAnswer() {
        start(Map.of());
        ExecutionAttemptId old = job().tasks().attempt(1, 2);
        job().tasks().restart(1, 2);
        job().tasks().phase(1, 2, Phase.RUNNING);
        scenario.coordinator().tasksChanged();
        opened(8);
        for (ExecutionAttemptId attempt : job().tasks().running()) {
            scenario.acknowledge(attempt.vertex() == 1 && attempt.subtask() == 2 ? old : attempt, 8);
        }
        scenario.acknowledge(job().tasks().attempt(1, 1), 8);
        job().runIo();
        assertSaid();
        scenario.coordinator().decline(old, 8, CheckpointDecline.SNAPSHOT_FAILED, "stale");
        assertSaid();
        scenario.acknowledge(job().tasks().attempt(1, 2), 8);
        job().runIo();
        assertSaid("complete 8");
    }

    @Test
    void noneBeginsBeforeAllTasksRun() {
        start(Map.of());
        job().tasks().phase(1, 0, Phase.STARTING);
        scenario.trigger(Kind.CHECKPOINT);
        assertSaid();
        job().tasks().phase(1, 0, Phase.RUNNING);
        scenario.coordinator().tasksChanged();
        assertSaid("issue 8");
        scenario.coordinator().issued(8);
        job().takeSaid();
        job().tasks().phase(0, 1, Phase.ENDING);
        scenario.coordinator().coordinatorsSnapshotted(8, Map.of());
        assertSaid("aborted 8 NOT_READY");
    }

    @Test
    void whoAsksPastOutputThatIsNotPublishedIsAnsweredAtOnce() {
        start(Map.of());
        opened(8);
        job().tasks().phase(1, 2, Phase.UNPUBLISHED);
        scenario.coordinator().tasksChanged();
        scenario.coordinator().fence(Set.of(), "whether it is given up by itself is left open");
        scenario.takeAnswers();
        job().takeSaid();
        scenario.trigger(Kind.CHECKPOINT);
        assertThat(scenario.takeAnswers()).containsExactly("failed");
        assertThat(job().resting()).isPresent();
        job().tasks().restart(1, 2);
        job().tasks().phase(1, 2, Phase.RUNNING);
        scenario.coordinator().tasksChanged();
        scenario.complete(9, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(9L);
        assertThat(job().resting()).isEmpty();
    }

    @Test
    void aFenceGivesUpWhatIsPendingAndNamesTheHighestId() {
        start(Map.of());
        opened(8);
        job().tasks().running().stream().limit(3).forEach(attempt -> scenario.acknowledge(attempt, 8));
        long floor = scenario.coordinator().fence(Set.of(new TaskId(1, 1)), "a task failed");
        assertThat(floor).isEqualTo(8);
        assertSaid("aborted 8 FAILOVER");
        job().tasks().running().forEach(attempt -> scenario.acknowledge(attempt, 8));
        job().runIo();
        assertSaid();
        assertThat(scenario.stored()).isEmpty();
        assertThat(scenario.takeAnswers()).containsExactly("failed");
        scenario.coordinator().tasksChanged();
        scenario.complete(9, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(9L);
    }

    @Test
    void aFenceWhileItIsStoredLeavesNothing() {
        start(Map.of());
        opened(8);
        scenario.acknowledgeAll(8);
        job().runIoActions();
        scenario.coordinator().fence(Set.of(new TaskId(1, 1)), "a task failed");
        job().runIo();
        assertSaid("aborted 8 FAILOVER");
        assertThat(scenario.stored()).isEmpty();
    }

    @Test
    void aFenceBeforeItIsStoredLeavesNothing() {
        start(Map.of());
        opened(8);
        scenario.acknowledgeAll(8);
        scenario.coordinator().fence(Set.of(new TaskId(1, 1)), "a task failed");
        job().runIoActions(waiting -> waiting - 1);
        job().runIo();
        assertSaid("aborted 8 FAILOVER");
        assertThat(scenario.stored()).isEmpty();
    }

    @Test
    void aFenceLeavesWhatIsOnItsWayIntoTheLog() {
        start(Map.of());
        opened(8);
        scenario.acknowledgeAll(8);
        job().runIo();
        assertSaid("complete 8");
        assertThat(scenario.coordinator().fence(Set.of(new TaskId(1, 1)), "a task failed"))
                .isEqualTo(8);
        assertSaid();
        scenario.coordinator().recorded(8);
        job().runIo();
        assertThat(scenario.stored()).containsExactly(8L);
        assertThat(scenario.takeAnswers()).containsExactly("completed 8");
    }

    /** The engine did not record it: it must not hold the place of the next one. */
    @Test
    void whatIsRefusedFailsAndLeavesNothing() {
        start(Map.of());
        opened(8);
        scenario.acknowledgeAll(8);
        job().runIo();
        scenario.coordinator().refused(8, "a newer one was complete before");
        assertSaid("complete 8", "aborted 8 REFUSED", "intolerable");
        assertThat(job().words(8)).contains("a newer one was complete before");
        job().runIo();
        assertThat(scenario.stored()).isEmpty();
        assertThat(scenario.takeAnswers()).containsExactly("failed");
        scenario.coordinator().refused(8, "again");
        scenario.coordinator().recorded(8);
        assertSaid();
        scenario.complete(9, Kind.CHECKPOINT);
        assertThat(scenario.stored()).containsExactly(9L);
    }

    @Test
    void itIsGivenUpAfterTheTimeout() {
        start(Map.of("timeout", "10 s", "tolerable-failed-checkpoints", "1"));
        opened(8);
        scenario.acknowledge(job().tasks().attempt(0, 0), 8);
        job().runtime().advance(Duration.ofMillis(9_999));
        assertSaid();
        job().runtime().advance(Duration.ofMillis(1));
        assertSaid("aborted 8 EXPIRED");
        assertThat(job().words(8)).contains("10000 ms").contains("4 of 5 tasks").contains("vertex-0");
        assertThat(scenario.takeAnswers()).containsExactly("failed");
    }

    @Test
    void anotherTimeoutHoldsForTheOneUnderWay() {
        start(Map.of("timeout", "10 s", "tolerable-failed-checkpoints", "1"));
        opened(8);
        job().runtime().advance(Duration.ofSeconds(6));
        scenario.coordinator()
                .reconfigure(CoordinatorScenario.configuration(
                        Map.of("timeout", "8 s", "tolerable-failed-checkpoints", "1")));
        job().runtime().advance(Duration.ofMillis(1_999));
        assertSaid();
        job().runtime().advance(Duration.ofMillis(1));
        assertSaid("aborted 8 EXPIRED");
    }

    @Test
    void moreFailuresInARowThanToleratedAreTold() {
        start(Map.of("tolerable-failed-checkpoints", "1"));
        fail(8, CheckpointDecline.STORAGE_FAILED);
        assertSaid("aborted 8 STORAGE_FAILED");
        scenario.complete(9, Kind.CHECKPOINT);
        job().takeSaid();
        fail(10, CheckpointDecline.SNAPSHOT_FAILED);
        assertSaid("aborted 10 SNAPSHOT_FAILED");
        fail(11, CheckpointDecline.SUBSUMED);
        assertSaid("aborted 11 SUBSUMED");
        fail(12, CheckpointDecline.STORAGE_FAILED);
        assertSaid("aborted 12 STORAGE_FAILED", "intolerable");
    }

    private void fail(long checkpoint, CheckpointDecline reason) {
        opened(checkpoint);
        scenario.coordinator().decline(job().tasks().attempt(0, 0), checkpoint, reason, "no");
        job().runIo();
    }

    @Test
    void anEnumeratorMayDecline() {
        start(Map.of());
        scenario.trigger(Kind.CHECKPOINT);
        scenario.coordinator().issued(8);
        job().takeSaid();
        scenario.coordinator().decline(null, 8, CheckpointDecline.SNAPSHOT_FAILED, "it keeps no state");
        assertSaid("aborted 8 SNAPSHOT_FAILED", "intolerable");
        assertThat(job().words(8)).contains("it keeps no state");
    }

    @Test
    void oneAfterTheOther() {
        start(Map.of());
        opened(8);
        scenario.trigger(Kind.CHECKPOINT);
        assertSaid();
        scenario.acknowledgeAll(8);
        job().runIo();
        scenario.coordinator().recorded(8);
        assertThat(job().takeSaid()).containsExactly("complete 8", "issue 9");
    }

    @Test
    void theIntervalBegins() {
        start(Map.of("interval", "1 s"));
        job().runtime().advance(Duration.ofSeconds(3));
        assertSaid("issue 8");
        scenario.settle(8);
        assertThat(job().takeSaid()).contains("issue 9");
    }

    @Test
    void atTheEndWhatIsPendingIsGivenUpAndWhatIsCompleteStays() {
        start(Map.of());
        scenario.complete(8, Kind.CHECKPOINT);
        opened(9);
        scenario.trigger(Kind.CHECKPOINT);
        scenario.takeAnswers();
        scenario.coordinator().close(End.CANCELED);
        job().runIo();
        assertSaid("aborted 9 JOB_ENDS");
        assertThat(scenario.takeAnswers()).containsExactly("failed", "failed");
        assertThat(scenario.stored()).containsExactly(8L);
        assertThat(job().runtime().timers()).isZero();
    }

    @Test
    void anotherLifeFindsWhatASuspendedOneLeft() {
        start(Map.of());
        scenario.complete(8, Kind.CHECKPOINT);
        opened(9);
        scenario.coordinator().close(End.SUSPENDED);
        job().runIo();
        assertThat(scenario.stored()).containsExactly(8L);
    }
}
